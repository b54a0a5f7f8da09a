import { readFileSync } from 'node:fs';
import { expectOk, signIn } from '../../faults/attacks-support/browser.ts';
import { colleague, openDesk, sell } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { expect } from '../steps/steps.ts';

/* How the business does. What is counted: src/server/overview; what is shown of it: OverviewTab.test.tsx. */

testAlone.use({ environment: { APPROVAL_UNDO_SECONDS: '0' } });

testAlone('a period is chosen, and its readers are paid by its file', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const reader = await signIn(service.url, 'reader1');
  const order = await sell(service.url);
  const readerId = await admin.readerId('reader1');
  await admin.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId });
  await expectOk(reader.call('POST', '/api/readings', { orderId: order.id, content: 'The Sun.' }));
  const { id } = await admin.readingOf(order.id);
  await admin.ask('PUT', `/api/readings/${id}/approve`, {});
  await expect.poll(async () => (await admin.order(order.id)).deliveredAt).not.toBeNull();

  await openDesk(page, service.url, '?tab=overview');
  const period = page.getByRole('combobox', { name: 'Period' });
  await period.selectOption({ label: 'Last 90 days' });
  await expect(page.getByRole('figure', { name: 'Orders by week' })).toBeVisible();
  await page.reload();
  await expect(period).toHaveValue('90-days');
  const row = page.getByRole('table', { name: 'Readers' }).getByRole('row').filter({ hasText: 'reader1' });
  await expect(row.getByRole('cell').first()).toHaveText(/1$/);
  const arrives = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV of delivered readings' }).click();
  const file = await arrives;
  expect(file.suggestedFilename()).toMatch(/^readings-[\d-]+-to-[\d-]+\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toEqual([
    expect.stringContaining('Reader,Order'),
    expect.stringContaining(order.orderNumber),
  ]);
  await page.goBack();
  await expect(period).toHaveValue('30-days');
});
