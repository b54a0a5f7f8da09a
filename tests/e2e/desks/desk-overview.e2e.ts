import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openDatabase } from '../../../db/client.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout.ts';
import type { Overview } from '../../../src/shared/overview.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';
import {
  checkoutPath,
  expectOk,
  openBrowser,
  payWithCard,
  signIn,
} from '../../faults/attacks-support/browser.ts';
import { type AttackedService, startService } from '../../faults/attacks-support/service.ts';
import { startMailServer } from '../../faults/servers/mail-server.ts';
import {
  colleague,
  expectDone,
  expectLoadedAgain,
  filterBy,
  newTag,
  openDesk,
  rowOf,
  sell,
  sellAndWrite,
} from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { expect, expectNoFlaws, test } from '../steps/steps.ts';

/* How the business does, what waits for the admin, and what went wrong. */

const day = 86_400_000;
const plainCard = '4242424242424242';
const declinedCard = '4000000000000002';
const disputedCard = '4000000000000259';

const tile = (page: Page, label: string) =>
  page.getByRole('tabpanel').locator('dl > div').filter({ hasText: label }).getByRole('definition');
const toDo = (page: Page) => page.getByRole('list', { name: 'To do' }).getByRole('listitem');
const alerts = (page: Page) => page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
const listed = (page: Page) => page.getByRole('table').getByRole('button', { name: /^CT-/ });

/** Writes into the database what only time could bring about. */
function change({ databasePath }: AttackedService, sql: string, ...values: (string | number)[]): void {
  const db = openDatabase(databasePath);
  db.$client.prepare(sql).run(...values);
  db.$client.close();
}

/** An order whose customer has not given a card yet. */
async function placeOrder(url: string) {
  const customer = openBrowser(url);
  await expectOk(customer.call('POST', checkoutPath, {}));
  const form = readingRequest({ customerEmail: `maya.${newTag()}@customers.example` });
  const placed = await expectOk(customer.call('POST', checkoutPath, form));
  const {
    orderId: id,
    orderNumber,
    paymentIntentId,
    clientSecret,
  }: CheckoutSubmitted = JSON.parse(placed.text);
  return {
    id,
    orderNumber,
    pay: (card: string) => payWithCard(url, paymentIntentId ?? '', clientSecret ?? '', card),
    confirm: () => expectOk(customer.call('POST', '/api/confirm-payment', { orderId: id, orderNumber })),
  };
}

async function showOverview(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Overview' }).click();
}

testAlone.describe('the overview', () => {
  testAlone.use({ environment: { APPROVAL_UNDO_SECONDS: '0' } });

  testAlone('tells how the business does', async ({ page, service }) => {
    await openDesk(page, service.url);
    const figures: [label: string, nothing: string][] = [
      ['Revenue', '$0.00'],
      ['Orders', '0'],
      ['Delivered on time', '–'],
      ['Median days to delivery', '–'],
      ['Rejected', '–'],
      ['Failed payments', '0'],
    ];
    const expectFigures = async (values: string[], before = figures.map(([, nothing]) => nothing)) => {
      for (const [index, [label]] of figures.entries())
        await expect(tile(page, label), label).toHaveText(`${values[index]}before: ${before[index]}`);
    };
    await expectLoadedAgain(page, {
      call: '**/api/overview',
      message: 'The overview could not be loaded.',
      load: () => page.getByRole('tab', { name: 'Overview' }).click(),
      loaded: () => expectFigures(figures.map(([, nothing]) => nothing)),
    });
    await expect(page.getByText('Nothing waits for you', { exact: true })).toBeVisible();
    await expect(toDo(page)).toHaveCount(0);

    const admin = await colleague(service.url);
    const recent = async () => (await admin.ask<Overview>('GET', '/api/overview')).recent;
    const inTime = await sellAndWrite(service.url, admin, 'The Star.');
    const late = await sellAndWrite(service.url, admin, 'The Sun.');
    const rejected = await sellAndWrite(service.url, admin, 'The Tower.');
    const declined = await placeOrder(service.url);
    await declined.pay(declinedCard);
    await expect.poll(recent).toMatchObject({ failedPayments: 1 });
    await expectOk(declined.pay(plainCard));
    await declined.confirm();
    change(service, 'UPDATE orders SET due_at = ? WHERE id = ?', Date.now() - day, late.order.id);
    for (const { reading } of [inTime, late])
      await admin.ask('PUT', `/api/readings/${reading.id}/approve`, {});
    await admin.ask('PUT', `/api/readings/${rejected.reading.id}/reject`, {});
    await admin.ask('POST', `/api/orders/${rejected.order.id}/refund`, { amount: 20 });
    await expect.poll(recent).toMatchObject({ delivered: 2, rejected: 1 });

    await showOverview(page);
    await expectFigures(['$220.00', '4', '50 %', '0', '33 %', '1']);
    await test.step('the same by day and by month', async () => {
      for (const [title, text, rows] of [
        ['Orders by day', '4', 30],
        ['Revenue by month', '$220.00', 12],
      ] as const) {
        const chart = page.getByRole('figure', { name: title });
        await chart.getByText('As a table').click();
        await expect(chart.getByRole('row')).toHaveCount(rows);
        await expect(chart.getByRole('row').last().getByRole('cell')).toHaveText(text);
      }
    });
    await test.step('what was paid before these 30 days', async () => {
      change(service, 'UPDATE orders SET paid_at = ? WHERE id = ?', Date.now() - 40 * day, declined.id);
      await showOverview(page);
      await expectFigures(['$160.00', '3', '50 %', '0', '33 %', '1'], ['$60.00', '1', '–', '–', '–', '0']);
    });
  });
});

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
    change(
      service,
      'UPDATE orders SET paid_at = ?, assigned_at = ?, delivered_at = ?, due_at = ? WHERE id = ?',
      ...[longAgo - 3 * day, longAgo - 3 * day, longAgo, longAgo - day, before.id],
    );
    const dayOf = (time: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(time);
    const readers = page.getByRole('table', { name: 'Readers' });
    const rowOfReader = readers.getByRole('row').filter({ hasText: 'reader1' }).getByRole('cell');
    const period = page.getByRole('combobox', { name: 'Period' });
    const download = async () => {
      const arrives = page.waitForEvent('download');
      await page.getByRole('link', { name: 'CSV of delivered readings' }).click();
      const file = await arrives;
      const text = readFileSync(await file.path(), 'utf8').replace('\ufeff', '');
      return { name: file.suggestedFilename(), lines: text.trim().split('\r\n') };
    };

    await openDesk(page, service.url, '?tab=overview');
    await expect(rowOfReader).toHaveText(
      ['1', '100 %', '0 %', '5', '0', '0', '0'].map((text) => new RegExp(`${text}$`)),
    );
    await expectNoFlaws(page);
    await period.selectOption({ label: 'Last 90 days' });
    await expect(rowOfReader.first()).toHaveText(/2$/);
    await expect(page.getByRole('figure', { name: 'Orders by week' })).toBeVisible();
    await expect(page).toHaveURL(/[?&]period=90-days(&|$)/);
    await page.reload();
    await expect(period).toHaveValue('90-days');
    await expect(rowOfReader.nth(1)).toHaveText(/50 %$/);

    await period.selectOption({ label: 'From … to …' });
    const days = page.getByRole('form', { name: 'Days of the period' });
    const [first, last] = [days.getByLabel('First day'), days.getByLabel('Last day')];
    await last.fill(dayOf(longAgo - 400 * day));
    await days.getByRole('button', { name: 'Show' }).click();
    await expect(days.getByRole('alert')).toHaveText(
      'Please choose a first and a last day, with 366 days at most.',
    );
    await expect(last).toBeFocused();
    await expectNoFlaws(page);
    await first.fill(dayOf(longAgo));
    await last.fill(dayOf(longAgo));
    await last.press('Enter');
    await expect(rowOfReader).toHaveText(
      ['1', '0 %', '–', '2', '3', '0', '0'].map((text) => new RegExp(`${text}$`)),
    );
    await expect(page.getByRole('figure', { name: 'Orders by day' })).toBeVisible();
    const { name, lines } = await download();
    expect(name).toBe(`readings-${dayOf(longAgo)}-to-${dayOf(longAgo)}.csv`);
    expect(lines).toEqual([
      'Reader,Order,Delivered,Words,Type,Amount (USD),Refunded (USD)',
      `reader1,${before.orderNumber},${dayOf(longAgo)},2,Career path,60.00,0.00`,
    ]);
    await page.goBack();
    await expect(period).toHaveValue('90-days');
    expect((await download()).lines).toHaveLength(3);
  });
});

testAlone('what waits for the admin is counted, and shown', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const written = await sellAndWrite(service.url, admin, 'The Star.');
  const [late, later] = [await sell(service.url), await sell(service.url)];
  const unassigned = await sell(service.url);
  await admin.ask('PUT', `/api/orders/${unassigned.id}/assignee`, { readerId: null });
  for (const { id } of [late, later])
    change(service, 'UPDATE orders SET due_at = ? WHERE id = ?', Date.now() - 3 * day, id);

  await openDesk(page, service.url, `?tab=overview&q=${late.orderNumber}&status=rejected&payment=refunded`);
  await expect(toDo(page)).toHaveText([
    /^2 orders are overdueShow them$/,
    /^1 order has no readerShow it$/,
    /^1 reading waits for your approvalShow it$/,
  ]);
  const show = (index: number) => toDo(page).nth(index).getByRole('button').click();

  await show(0);
  await expect(filterBy(page, 'Show')).toHaveValue('overdue');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await expect(listed(page)).toHaveText([later.orderNumber, late.orderNumber]);
  await expect(rowOf(page, late)).toContainText('Late by 3 days');
  await page.goBack();
  await show(1);
  await expect(filterBy(page, 'Reader')).toHaveValue('none');
  await expect(listed(page)).toHaveText([unassigned.orderNumber]);
  await page.goBack();
  await show(2);
  const card = page.getByRole('article', { name: new RegExp(`^${written.order.orderNumber} · `) });
  await expect(card).toBeVisible();

  await test.step('what is done waits no longer', async () => {
    await admin.ask('PUT', `/api/readings/${written.reading.id}/approve`, {});
    await admin.ask('DELETE', `/api/orders/${late.id}`);
    await admin.ask('PUT', `/api/orders/${unassigned.id}/assignee`, {
      readerId: await admin.readerId('reader1'),
    });
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(toDo(page)).toHaveText([/^1 order is overdueShow it$/]);
  });
});

test('what went wrong is told on top of everything, with the way there', async ({ page }) => {
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
  await openDesk(page, service.url);
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(alerts(page)).toHaveCount(0);

  await mailServer.behave('forward', { command: 'RCPT', code: 550, words: 'No such mailbox' });
  const unreachable = await sell(service.url);
  const alertCodes = async () =>
    (await admin.ask<{ code: string }[]>('GET', '/api/alerts')).map(({ code }) => code);
  await expect.poll(alertCodes).toEqual(['mail_failed']);
  await mailServer.behave('forward');
  const other = await placeOrder(service.url);
  change(service, 'UPDATE orders SET amount_cents = 5000 WHERE id = ?', other.id);
  await expectOk(other.pay(plainCard));
  await other.confirm();
  const disputed = await placeOrder(service.url);
  await expectOk(disputed.pay(disputedCard));
  await disputed.confirm();
  await expect.poll(alertCodes).toEqual(['payment_review', 'payment_disputed', 'mail_failed']);

  await expectLoadedAgain(page, {
    call: '**/api/alerts',
    message: 'The alerts could not be loaded.',
    load: async () => {
      await page.getByRole('tab', { name: 'Settings' }).click();
      // What is still being fetched when the connection goes would be told, too.
      await expect(page.getByRole('region', { name: 'People' }).getByRole('listitem').first()).toBeVisible();
      await expect(page.getByRole('form', { name: 'Reading Price' }).locator('input')).toBeVisible();
    },
    loaded: () =>
      expect(alerts(page)).toHaveText([
        /^A payment does not fit its order\..*Show 1 order$/,
        new RegExp(`^A customer disputes their payment.*${disputed.orderNumber}$`),
        new RegExp(`^A mail could not be delivered\\..*${unreachable.orderNumber}$`),
      ]),
  });

  await test.step('on a phone it is one line, which a tap unfolds', async () => {
    const usual = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 360, height: 740 });
    const line = page.getByRole('button', { name: /^3 alerts/ });
    await expect(alerts(page)).toHaveCount(0);
    expect((await line.boundingBox())?.height).toBeLessThanOrEqual(48);
    await line.click();
    await expect(alerts(page)).toHaveCount(3);
    await expectNoFlaws(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await line.click();
    await expect(alerts(page)).toHaveCount(0);
    await page.setViewportSize(usual);
  });

  await test.step('a disputed payment', async () => {
    await alerts(page).getByRole('button', { name: disputed.orderNumber }).click();
    const dialog = page.getByRole('dialog', { name: `Order ${disputed.orderNumber}` });
    await expect(dialog.getByRole('region', { name: 'The payment' })).toContainText('Chargeback to answer');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('tab', { name: 'Order Management' }).click();
    await filterBy(page, 'Payment').selectOption({ label: 'Disputed or lost' });
    await expect(listed(page)).toHaveText([disputed.orderNumber]);
    await expect(rowOf(page, disputed)).toContainText('Disputed');
  });

  await test.step('a payment that does not fit, which is accepted', async () => {
    await page.getByRole('tab', { name: 'Overview' }).click();
    await alerts(page).nth(0).getByRole('button').click();
    await expect(filterBy(page, 'Payment')).toHaveValue('review');
    await expect(listed(page)).toHaveText([other.orderNumber]);
    await listed(page).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept payment' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept payment' }).click();
    await expectDone(
      page,
      'Payment Accepted',
      `${other.orderNumber} is paid. Its confirmation is on its way.`,
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await expect(alerts(page)).toHaveText([/^A customer disputes/, /^A mail could not/]);
  });

  await test.step('a mail that did not arrive, which is sent again', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await alerts(page).getByRole('button', { name: unreachable.orderNumber }).click();
    const mails = page.getByRole('dialog').getByRole('list', { name: 'Mails of this order' });
    await expect(mails).toContainText('No such mailbox');
    await mails.getByRole('button', { name: /^Resend/ }).click();
    await expect.poll(() => mailServer.accepted.some(({ to }) => to.includes(unreachable.email))).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await expect(alerts(page)).toHaveText([/^A customer disputes/]);
  });

  await service.stop();
  await mailServer.close();
});
