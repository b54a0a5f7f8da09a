import { expectNoFlaws, openCheckout, signIn, test } from '../steps/steps.ts';

const publicScreens = [
  '/',
  '/thank-you?order=CT-7K3M9Q',
  '/admin/login',
  '/admin/forgot-password',
  '/admin/new-password',
  '/email-test',
  '/stripe-test',
  '/no-such-page',
];

for (const path of publicScreens) {
  test(`${path} is accessible in both themes and fits every width`, async ({ page }) => {
    if (path === '/') await openCheckout(page);
    else await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectNoFlaws(page);
  });
}

test('the admin dashboard is accessible in both themes and fits every width', async ({ page }) => {
  await signIn(page, 'admin');
  for (const name of ['Order Management', 'Reading Approval', 'Settings']) {
    await page.getByRole('tab', { name: new RegExp(name) }).click();
    await page.waitForLoadState('networkidle');
    await expectNoFlaws(page);
  }
});

test('the reader dashboard is accessible in both themes and fits every width', async ({ page }) => {
  await signIn(page, 'reader1');
  await page.waitForLoadState('networkidle');
  await expectNoFlaws(page);
});
