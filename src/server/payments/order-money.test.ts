import { expect, test } from 'vitest';
import {
  addReader,
  confirm,
  placeOrder,
  sendPaymentEvent,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { reconcilePayments } from './missed-webhooks.ts';

const app = createTestApp();

test('records a refund once, however often it is reported', async () => {
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.change(paymentIntentId, { refundedMinor: 1500 });
  for (let i = 0; i < 2; i++) await sendPaymentEvent(app, paymentIntentId, 'charge.updated');
  expect(storedOrder(app, orderId).paymentStatus).toBe('partially_refunded');
  expect(timelineOf(app, orderId)).toEqual(['order_placed', 'payment_succeeded', 'payment_changed']);
  expect(storedMail(app, orderId)).toHaveLength(1);
});

test('lists a further partial refund in the timeline', async () => {
  const { orderId, paymentIntentId } = await app.buy();
  for (const refundedMinor of [1500, 2500]) {
    app.payments.change(paymentIntentId, { refundedMinor });
    await sendPaymentEvent(app, paymentIntentId, 'charge.updated');
  }
  expect(timelineOf(app, orderId).filter((type) => type === 'payment_changed')).toHaveLength(2);
});

test('never sets a paid order back to unpaid', async () => {
  const { orderId, paymentIntentId } = await app.buy();
  for (const status of ['open', 'processing', 'canceled'] as const) {
    app.payments.change(paymentIntentId, { status });
    await sendPaymentEvent(app, paymentIntentId);
    expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
  }
});

test('updates the payment of a deleted order', async () => {
  const admin = await app.signIn('admin');
  const { orderId, paymentIntentId } = await app.buy();
  await admin.delete(`/api/orders/${orderId}`);
  app.payments.change(paymentIntentId, { refundedMinor: 6000 });
  await sendPaymentEvent(app, paymentIntentId);
  expect((await admin.put(`/api/orders/${orderId}/restore`)).body).toMatchObject({
    paymentStatus: 'refunded',
  });
});

async function readersOf(shop: TestApp, count: number): Promise<(string | null)[]> {
  const assigned: (string | null)[] = [];
  for (let i = 0; i < count; i++) {
    const { orderId } = await shop.buy();
    assigned.push(storedOrder(shop, orderId).assignedReaderId);
    shop.clock.advance(1000);
  }
  return assigned;
}

test('assigns a paid order to the reader with the fewest open orders', async () => {
  const shop = createTestApp();
  const ada = addReader(shop, 'ada');
  expect(await readersOf(shop, 2)).toEqual([ada, ada]);
  const ben = addReader(shop, 'ben');
  expect(await readersOf(shop, 4)).toEqual([ben, ben, ada, ben]);
  shop.payments.change('pi_1', { refundedMinor: 6000 });
  await reconcilePayments(shop.context);
  expect(await readersOf(shop, 1)).toEqual([ada]);
});

test('assigns no unpaid orders, and none without an active reader', async () => {
  const shop = createTestApp();
  const ada = addReader(shop, 'ada');
  const { orderId } = await placeOrder(shop);
  expect(storedOrder(shop, orderId).assignedReaderId).toBeNull();
  shop.db.$client.prepare('UPDATE users SET is_active = 0 WHERE id = ?').run(ada);
  expect(await readersOf(shop, 1)).toEqual([null]);
});

test('counts the three business days from the payment, not the order', async () => {
  // From a Thursday to a Saturday: three business days after the order would be the Tuesday.
  const shop = createTestApp({ env: { BUSINESS_TIMEZONE: 'Europe/Berlin' }, now: '2026-11-19T10:00:00Z' });
  const order = await placeOrder(shop);
  shop.clock.advance(2 * 24 * 3_600_000);
  shop.payments.pay(order.paymentIntentId);
  await confirm(shop, order);
  expect(storedOrder(shop, order.orderId).dueAt).toBe(Date.parse('2026-11-25T10:00:00Z'));
});
