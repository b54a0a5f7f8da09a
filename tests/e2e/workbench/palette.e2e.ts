import { openDesk, orderDialog, sell, test } from '../steps/desk-steps.ts';
import { expect, newTag } from '../steps/steps.ts';

test('lets an admin reach everything by typing', async ({ page, service }) => {
  const palette = page.getByRole('dialog', { name: 'Search or run' });
  /** Types, and takes what is found first. */
  async function take(words: string, label: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(words);
    await expect(palette.getByRole('option').first()).toContainText(label);
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
  }
  const tag = newTag();
  const order = await sell(service.url, { customerName: `Zoë Ångström ${tag}` });
  await openDesk(page, service.url, '?tab=settings');
  await expect(page.getByRole('heading', { name: 'Reading Price' })).toBeVisible();
  await take(`angstrom ${tag}`, order.orderNumber);
  await expect(orderDialog(page, order)).toContainText(order.email);
  await page.keyboard.press('Escape');
  await take('price', 'Reading Price');
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeFocused();
  await take('reader1 account', 'reader1');
  await expect(page.getByRole('dialog', { name: 'The account of reader1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await take('late', 'Late');
  await expect(page).toHaveURL(/show=overdue/);
  await take('sign out', 'Sign Out');
  await page.waitForURL('**/admin/login');
});
