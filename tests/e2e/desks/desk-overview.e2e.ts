import { readFileSync } from 'node:fs';
import { openDatabase } from '../../../db/client.ts';
import { expectOk, signIn } from '../../faults/attacks-support/browser.ts';
import { startService } from '../../faults/attacks-support/service.ts';
import { startMailServer } from '../../faults/servers/mail-server.ts';
import { colleague, openDesk, sell } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { expect, test } from '../steps/steps.ts';

/* How the business does, and what went wrong. What is counted: src/server/overview; what is shown: OverviewTab.test.tsx. */

const day = 86_400_000;

testAlone.describe('a period', () => {
  testAlone.use({ environment: { APPROVAL_UNDO_SECONDS: '0', BUSINESS_TIMEZONE: 'America/New_York' } });

  testAlone('is chosen, and its readers are paid by its file', async ({ page, service }) => {
    const admin = await colleague(service.url);
    const readerId = await admin.readerId('reader1');
    const reader = await signIn(service.url, 'reader1');
    const deliver = async (content: string) => {
      const order = await sell(service.url);
      await admin.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId });
      await expectOk(reader.call('POST', '/api/readings', { orderId: order.id, content }));
      const { id } = await admin.readingOf(order.id);
      await admin.ask('PUT', `/api/readings/${id}/approve`, {});
      await expect.poll(async () => (await admin.order(order.id)).deliveredAt).not.toBeNull();
      return order;
    };
    await deliver('The Star speaks of patience.');
    const before = await deliver('The Sun.');
    const longAgo = Date.now() - 40 * day;
    const db = openDatabase(service.databasePath);
    db.$client.prepare('UPDATE orders SET delivered_at = ? WHERE id = ?').run(longAgo, before.id);
    db.$client.close();
    const thatDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(longAgo);
    const delivered = page
      .getByRole('table', { name: 'Readers' })
      .getByRole('row')
      .filter({ hasText: 'reader1' })
      .getByRole('cell')
      .first();
    const period = page.getByRole('combobox', { name: 'Period' });
    const download = async () => {
      const arrives = page.waitForEvent('download');
      await page.getByRole('link', { name: 'CSV of delivered readings' }).click();
      const file = await arrives;
      const text = readFileSync(await file.path(), 'utf8').replace('\ufeff', '');
      return { name: file.suggestedFilename(), lines: text.trim().split('\r\n') };
    };

    await openDesk(page, service.url, '?tab=overview');
    await expect(delivered).toHaveText(/1$/);
    await period.selectOption({ label: 'Last 90 days' });
    await expect(page.getByRole('figure', { name: 'Orders by week' })).toBeVisible();
    await page.reload();
    await expect(period).toHaveValue('90-days');
    await expect(delivered).toHaveText(/2$/);

    await period.selectOption({ label: 'From … to …' });
    const days = page.getByRole('form', { name: 'Days of the period' });
    await days.getByLabel('First day').fill(thatDay);
    await days.getByLabel('Last day').fill(thatDay);
    await days.getByLabel('Last day').press('Enter');
    await expect(page.getByRole('figure', { name: 'Orders by day' })).toBeVisible();
    const { name, lines } = await download();
    expect(name).toBe(`readings-${thatDay}-to-${thatDay}.csv`);
    expect(lines).toEqual([
      'Reader,Order,Delivered,Words,Type,Amount (USD),Refunded (USD)',
      `reader1,${before.orderNumber},${thatDay},2,Career path,60.00,0.00`,
    ]);
    await page.goBack();
    await expect(period).toHaveValue('90-days');
    expect((await download()).lines).toHaveLength(3);
  });
});

test('a mail that did not arrive is told on top of everything, and sent again from there', async ({
  page,
}) => {
  const mailServer = await startMailServer();
  const service = await startService({
    isBuilt: true,
    env: {
      RATE_LIMITS: 'off',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Career Tarot <hello@career-tarot.example>',
    },
  });
  const admin = await colleague(service.url);
  await mailServer.behave('forward', { command: 'RCPT', code: 550, words: 'No such mailbox' });
  const order = await sell(service.url);
  const alertCodes = async () =>
    (await admin.ask<{ code: string }[]>('GET', '/api/alerts')).map(({ code }) => code);
  await expect.poll(alertCodes).toEqual(['mail_failed']);
  await mailServer.behave('forward');

  await openDesk(page, service.url, '?tab=settings');
  const alert = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect(alert).toContainText('A mail could not be delivered.');
  await alert.getByRole('button', { name: order.orderNumber }).click();
  const mails = page.getByRole('dialog').getByRole('list', { name: 'Mails of this order' });
  await expect(mails).toContainText('No such mailbox');
  await mails.getByRole('button', { name: /^Resend/ }).click();
  await expect.poll(() => mailServer.accepted.some(({ to }) => to.includes(order.email))).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(alert).toHaveCount(0);
  await service.stop();
  await mailServer.close();
});
