import { expect, test } from 'vitest';
import {
  addSignedIn,
  browserOf,
  buyThreeCards,
  orderIn,
  placeOrder,
  sellThreeCards,
  sendWebhook,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { approveReading } from '../readings/review-reading.ts';
import { readOverview } from './read-overview.ts';

const hour = 3_600_000;
const day = 24 * hour;
const usd = (revenue: number) => ({ currency: 'usd', revenue });

async function createDesk(now = '2026-11-20T15:00:00Z') {
  const env = { APPROVAL_UNDO_SECONDS: '0', BUSINESS_TIMEZONE: 'America/New_York' };
  const app = createTestApp({ env, now });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const overview = () => readOverview(app.context);
  return { app, admin, overview };
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
    {
      id: 'standard',
      name: 'Personal written reading',
      orders: 1,
      revenues: [{ currency: 'usd', revenue: 60 }],
    },
    { id: 'three', name: 'Three cards', orders: 2, revenues: [{ currency: 'usd', revenue: 100 }] },
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
