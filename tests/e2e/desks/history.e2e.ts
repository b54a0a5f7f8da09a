import { readFile } from 'node:fs/promises';
import { colleague, openDesk, orderDialog, sell } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

test('who changed what is found in the settings, and taken along as a file', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sell(service.url);
  await admin.ask('POST', `/api/orders/${order.id}/refund`, { amount: 1 });
  await admin.ask('PUT', '/api/settings/price', { price: 75 });
  for (let price = 1; price <= 50; price += 1) await admin.ask('PUT', '/api/settings/price', { price });
  await openDesk(page, service.url, '?tab=settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'History' }).click();
  const history = page.getByRole('region', { name: 'Who changed what' });
  const lines = history.getByRole('listitem');
  await expect(lines).toHaveCount(50);

  await test.step('more of it when that is asked for', async () => {
    await history.getByRole('button', { name: 'Load more' }).click();
    await expect(lines.filter({ hasText: 'price: $60.00 → $75.00' })).toContainText('Price changed');
    await expect(history.getByRole('button', { name: 'Load more' })).toBeHidden();
    await expectNoFlaws(page);
  });

  await test.step('by the number of an order, which leads to the order', async () => {
    await history.getByRole('searchbox', { name: 'Search' }).fill(order.orderNumber.toLowerCase());
    await expect(lines).toHaveCount(1);
    await expect(lines).toContainText('Refund asked for');
    await expect(lines).toContainText('amount: $1.00');
    await page.reload();
    await expect(lines).toHaveCount(1);
  });

  await test.step('by kind, also when there is nothing of it', async () => {
    await history.getByLabel('About').selectOption('Settings');
    await expect(history.getByRole('status')).toHaveText('Nothing that was done fits this.');
    await history.getByLabel('About').selectOption('Money');
    await expect(lines).toHaveCount(1);
  });

  await test.step('as a file, which is written down too', async () => {
    const saving = page.waitForEvent('download');
    await history.getByRole('link', { name: 'Export CSV' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    expect(file.trim().split('\r\n')).toHaveLength(2);
    expect(file).toContain(`Refund asked for,${order.orderNumber},amount: $1.00`);
    await history.getByRole('searchbox', { name: 'Search' }).fill('');
    await history.getByLabel('About').selectOption('Privacy');
    await expect(lines).toContainText('List exported');
    await page.goBack();
  });

  await test.step('and from a line to its order', async () => {
    await history.getByRole('searchbox', { name: 'Search' }).fill(order.orderNumber);
    await history.getByRole('link', { name: order.orderNumber }).click();
    await expect(orderDialog(page, order)).toBeVisible();
  });
});
