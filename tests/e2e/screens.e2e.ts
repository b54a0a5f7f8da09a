import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, openCheckout, signIn, test } from './steps.ts';

const widths = [360, 768, 1440];

const publicScreens = [
  '/',
  '/thank-you?order=CT-7K3M9Q',
  '/admin/login',
  '/email-test',
  '/stripe-test',
  '/no-such-page',
];

async function expectNoFlaws(page: Page) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overhang, `sideways scrolling at ${width} px`).toBeLessThanOrEqual(0);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
}

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
