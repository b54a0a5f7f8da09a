import { openOrderDialog, sell, test } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expect } from '../steps/steps.ts';

test('prints an order without buttons, forms, or the list', async ({ page }) => {
  const order = await sell(product.url);
  const dialog = await openOrderDialog(page, product.url, order);
  const facts = dialog.getByRole('region', { name: 'Facts' });
  await expect(facts).toContainText(order.email);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(`Order ${order.orderNumber}`, { exact: true })).toBeVisible();
  await expect(facts).toBeVisible();
  await expect(dialog.getByRole('button')).toHaveCount(0);
  await expect(dialog.getByLabel('Reading content')).toBeHidden();
  await expect(page.locator('main')).toBeHidden();
});
