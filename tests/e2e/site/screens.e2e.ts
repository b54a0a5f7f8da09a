import { arrive, settled } from '../steps/arrive.ts';
import { openDesk } from '../steps/desk-steps.ts';
import { openReaderDesk } from '../steps/reader-steps.ts';
import { product } from '../steps/servers.ts';
import { expectNoFlaws, test } from '../steps/steps.ts';

const publicScreens = [
  '/',
  '/faq',
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
    await arrive(page, path);
    await expectNoFlaws(page);
  });
}

test('the admin dashboard is accessible in both themes and fits every width', async ({ page }) => {
  await settled(page, () => openDesk(page, product.url));
  for (const name of ['Order Management', 'Reading Approval', 'Settings']) {
    const tab = page.getByRole('tab', { name: new RegExp(name) });
    await settled(page, () => tab.click());
    await expectNoFlaws(page);
  }
});

test('the reader dashboard is accessible in both themes and fits every width', async ({ page }) => {
  await settled(page, () => openReaderDesk(page, product.url, 'reader1'));
  await expectNoFlaws(page);
});
