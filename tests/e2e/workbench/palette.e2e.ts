import type { Page } from '@playwright/test';
import { openDesk, orderDialog, sell, test } from '../steps/desk-steps.ts';
import { expect, newTag } from '../steps/steps.ts';

/* The palette: Ctrl+K, a few letters, Enter. Nothing here needs a pointer. */

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');

/** Types, and takes what is found first. */
async function take(page: Page, words: string, label: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(words);
  await expect(options(page).first()).toContainText(label);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

test('lets an admin reach everything by typing', async ({ page, service }) => {
  const tag = newTag();
  const order = await sell(service.url, { customerName: `Zoë Ångström ${tag}` });
  await openDesk(page, service.url, '?tab=settings');
  await expect(page.getByRole('heading', { name: 'Reading Price' })).toBeVisible();
  await take(page, `angstrom ${tag}`, order.orderNumber);
  await expect(orderDialog(page, order)).toContainText(order.email);
  await page.keyboard.press('Escape');
  await take(page, 'price', 'Reading Price');
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeFocused();
  await take(page, 'reader1 account', 'reader1');
  await expect(page.getByRole('dialog', { name: 'The account of reader1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await take(page, 'late', 'Late');
  await expect(page).toHaveURL(/show=overdue/);
  // What was opened last comes first.
  await take(page, '', order.orderNumber);
  await expect(orderDialog(page, order)).toContainText(order.email);
  await take(page, 'sign out', 'Sign Out');
  await page.waitForURL('**/admin/login');
});
