import { readFile } from 'node:fs/promises';
import { openDesk, orderDialog, sell, test } from '../steps/desk-steps.ts';
import { expect } from '../steps/steps.ts';

test('what was done to an order is found in the history, taken along as a file, and leads to it', async ({
  page,
  service,
  admin,
}) => {
  const order = await sell(service.url);
  await admin.ask('POST', `/api/orders/${order.id}/refund`, { amount: 1 });
  await openDesk(page, service.url, '?tab=settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'History' }).click();
  const history = page.getByRole('region', { name: 'Change history' });
  const lines = history.getByRole('listitem');
  await history.getByRole('searchbox', { name: 'Search' }).fill(order.orderNumber.toLowerCase());
  await expect(lines).toHaveCount(1);
  await page.reload();
  await expect(lines).toContainText(/Refund asked for.*amount: \$1\.00/);
  const saving = page.waitForEvent('download');
  await history.getByRole('link', { name: 'Export CSV' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain(`Refund asked for,${order.orderNumber},amount: $1.00`);

  await history.getByRole('searchbox', { name: 'Search' }).fill('');
  await history.getByLabel('About').selectOption('Privacy');
  await expect(lines.filter({ hasText: 'List exported' }).first()).toBeVisible();
  await page.goBack();
  await history.getByRole('searchbox', { name: 'Search' }).fill(order.orderNumber);
  await history.getByRole('link', { name: order.orderNumber }).click();
  await expect(orderDialog(page, order)).toBeVisible();
});
