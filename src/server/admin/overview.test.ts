import { expect, test } from 'vitest';
import {
  addSignedIn,
  browserOf,
  buyThreeCards,
  orderIn,
  placeOrder,
  sellThreeCards,
  sendWebhook,
  storedOrder,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { approveReading } from '../readings/review-reading.ts';
import { readOverview } from './read-overview.ts';

const hour = 3_600_000;
const day = 24 * hour;
const usd = (revenue: number) => ({ currency: 'usd', revenue });

/** Friday, 20 November 2026, in New York. */
async function createDesk(now = '2026-11-20T15:00:00Z') {
  const env = { APPROVAL_UNDO_SECONDS: '0', BUSINESS_TIMEZONE: 'America/New_York' };
  const app = createTestApp({ env, now });
  const admin = await addSignedIn(app, 'admin', 'admin');
  return { app, admin, overview: (period?: string) => readOverview(app.context, period) };
}

test('shows a new business 30 empty days and one empty month', async () => {
  const { overview } = await createDesk();
  const { days, months, recent, previous } = await overview();
  expect([days.length, days[0]?.from, days.at(-1)?.from]).toEqual([30, '2026-10-22', '2026-11-20']);
  expect(months).toEqual([{ from: '2026-11-01', revenues: [] }]);
  const ofWork = { delivered: 0, onTime: 0, submitted: 0, rejected: 0 };
  const nothing = { ...ofWork, orders: 0, failedPayments: 0 };
  const none = { ...nothing, revenues: [], overdue: 0, medianHours: null };
  expect([recent, previous]).toEqual([none, none]);
  expect(days[0]).toEqual({ from: '2026-10-22', ...nothing });
});

test('counts an order on its payment day in the business’s time zone', async () => {
  // Still the 19th in New York.
  const { app, overview } = await createDesk('2026-11-20T04:59:00Z');
  await app.buy();
  app.clock.advance(2 * 60_000);
  await app.buy();
  await placeOrder(app);
  const { days, months, recent } = await overview();
  expect(days.slice(-2).map(({ from, orders }) => [from, orders])).toEqual([
    ['2026-11-19', 1],
    ['2026-11-20', 1],
  ]);
  expect(months).toEqual([{ from: '2026-11-01', revenues: [usd(120)] }]);
  expect(recent).toMatchObject({ orders: 2, revenues: [usd(120)] });
});

test('breaks down orders and revenue by offer once there are two', async () => {
  const { app, overview } = await createDesk();
  await app.buy();
  expect((await overview()).offers).toEqual([]);
  sellThreeCards(app);
  await buyThreeCards(app);
  await buyThreeCards(app);
  expect((await overview()).offers).toEqual([
    { id: 'standard', name: 'Personal written reading', orders: 1, revenues: [usd(60)] },
    { id: 'three', name: 'Three cards', orders: 2, revenues: [usd(100)] },
  ]);
});

test('leaves refunded and disputed money out of revenue', async () => {
  const { app, overview } = await createDesk();
  const [part, all, disputed] = [await app.buy(), await app.buy(), await app.buy()];
  app.payments.change(part.paymentIntentId, { refundedMinor: 1550 });
  app.payments.change(all.paymentIntentId, { refundedMinor: 6000 });
  app.payments.change(disputed.paymentIntentId, { isDisputed: true });
  for (const { paymentIntentId } of [part, all, disputed]) {
    await sendWebhook(app, { id: `evt_${paymentIntentId}`, paymentId: paymentIntentId });
  }
  expect((await overview()).recent).toMatchObject({ orders: 3, revenues: [usd(44.5)] });
  app.payments.change(part.paymentIntentId, { refundedMinor: 2000 });
  await sendWebhook(app, { id: 'evt_more', paymentId: part.paymentIntentId });
  expect((await overview()).recent.revenues).toEqual([usd(40)]);
});

test('counts each delivery once, even when the reading is mailed again', async () => {
  const { app, admin, overview } = await createDesk();
  for (const wait of [5 * hour, 9 * day]) {
    const { orderId, readingId } = await orderIn(app, 'reading_uploaded', admin.person);
    app.clock.advance(wait);
    await approveReading(app.context, admin.person, readingId);
    await app.sendMail();
    const later = await browserOf(app, admin.person);
    await later.put(`/api/orders/${orderId}/email`, { email: 'new@customers.example' });
    await app.sendMail();
  }
  const { recent, days } = await overview();
  expect(recent).toMatchObject({ delivered: 2, onTime: 1, submitted: 2, rejected: 0, medianHours: 5 });
  expect(days.at(-1)).toMatchObject({ delivered: 1, onTime: 0 });
});

test('counts rejections and declined cards in the period they happened', async () => {
  const { app, admin, overview } = await createDesk();
  await orderIn(app, 'rejected', admin.person);
  const { paymentIntentId } = await placeOrder(app);
  await sendWebhook(app, { id: 'evt_1', type: 'payment_intent.payment_failed', paymentId: paymentIntentId });
  expect((await overview()).recent).toMatchObject({ submitted: 1, rejected: 1, failedPayments: 1 });
  app.clock.advance(40 * day);
  const later = await overview();
  expect(later.recent).toMatchObject({ submitted: 0, rejected: 0, failedPayments: 0, orders: 0 });
  expect(later.previous).toMatchObject({ submitted: 1, rejected: 1, failedPayments: 1, orders: 1 });
  expect(later.months).toEqual([
    { from: '2026-11-01', revenues: [usd(60)] },
    { from: '2026-12-01', revenues: [] },
  ]);
});

test('resolves each period to its first and last day', async () => {
  const { overview } = await createDesk();
  for (const [period, from, to, count] of [
    ['7-days', '2026-11-14', '2026-11-20', 7],
    ['30-days', '2026-10-22', '2026-11-20', 30],
    ['90-days', '2026-08-23', '2026-11-20', 90],
    ['month', '2026-11-01', '2026-11-20', 20],
    ['last-month', '2026-10-01', '2026-10-31', 31],
    ['2026-02-27..2026-03-01', '2026-02-27', '2026-03-01', 3],
    ['2024-01-01..2024-12-31', '2024-01-01', '2024-12-31', 366],
  ] as const) {
    const { days, period: shown } = await overview(period);
    expect([period, shown, days.length]).toEqual([period, { from, to }, count]);
    expect([days[0]?.from, days.at(-1)?.from]).toEqual([from, to]);
  }
});

test('compares a custom period with the same number of days before', async () => {
  const { app, overview } = await createDesk();
  for (const _ of [1, 2, 3]) {
    await app.buy();
    app.clock.advance(2 * day);
  }
  app.clock.advance(200 * day);
  const { recent, previous, months } = await overview('2026-11-22..2026-11-23');
  expect([previous.orders, recent.orders]).toEqual([1, 1]);
  expect(months[0]).toEqual({ from: '2026-11-01', revenues: [usd(180)] });
  expect((await overview('2020-01-01..2020-01-02')).recent.orders).toBe(0);
});

test('refuses an invalid period', async () => {
  const { admin } = await createDesk();
  const mistaken = ['2026-11-20..2026-11-19', '2026-02-30..2026-03-02', '2023-01-01..2024-01-02'];
  for (const period of ['yesterday', '2026-11-20', ...mistaken]) {
    const error = { message: expect.stringMatching(/^period is one of 7-days, /) };
    expect(await admin.get(`/api/overview?period=${period}`)).toMatchObject({ status: 400, body: { error } });
  }
});

test('counts an undelivered order as overdue once its due time passes', async () => {
  const { app, admin, overview } = await createDesk();
  const { readingId } = await orderIn(app, 'reading_uploaded', admin.person);
  const late = await orderIn(app, 'pending', admin.person);
  await approveReading(app.context, admin.person, readingId);
  await app.sendMail();
  expect((await overview()).recent).toMatchObject({ delivered: 1, onTime: 1, overdue: 0 });
  app.clock.advance((storedOrder(app, late.orderId).dueAt ?? 0) - app.clock.now());
  expect((await overview()).recent.overdue).toBe(0);
  app.clock.advance(1);
  expect((await overview()).recent).toMatchObject({ delivered: 1, onTime: 1, overdue: 1 });
  app.clock.advance(40 * day);
  const { recent, previous } = await overview();
  expect([recent.overdue, previous.overdue]).toEqual([1, 1]);
  expect((await overview('2026-11-01..2026-11-20')).recent.overdue).toBe(0);
  const later = await browserOf(app, admin.person);
  await later.delete(`/api/orders/${late.orderId}`);
  expect((await overview()).recent.overdue).toBe(0);
});
