import { expect, test } from 'vitest';
import type { PaymentStatus } from '../../../shared/orders/order-status.ts';
import {
  addReader,
  confirm,
  placeOrder,
  sendWebhook,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../../testing/builders.ts';
import { plansOf } from '../../../testing/query-plans.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import { findLeastBusyReader } from '../../people/directory/people-repository.ts';
import { reconcilePayments } from '../reconcile-payments.ts';

const moneyStates: [string, Partial<Payment>, PaymentStatus][] = [
  ['a full refund', { refundedCents: 6000 }, 'refunded'],
  ['a partial refund', { refundedCents: 1500 }, 'partially_refunded'],
  ['a dispute', { isDisputed: true }, 'disputed'],
  ['a dispute after a refund', { refundedCents: 6000, isDisputed: true }, 'disputed'],
];
test.each(moneyStates)('%s (%j) is followed: the order becomes %s', async (_what, change, expected) => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.change(paymentIntentId, change);
  await sendWebhook(app, { id: 'evt_1', type: 'charge.updated', paymentId: paymentIntentId });
  await sendWebhook(app, { id: 'evt_2', type: 'charge.updated', paymentId: paymentIntentId });
  expect(storedOrder(app, orderId).paymentStatus).toBe(expected);
  expect(timelineOf(app, orderId)).toEqual(['order_placed', 'payment_succeeded', 'payment_changed']);
  expect(storedMail(app, orderId)).toHaveLength(1);
});

test('a dispute that was won makes the order paid again', async () => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.change(paymentIntentId, { isDisputed: true });
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  app.payments.change(paymentIntentId, { isDisputed: false });
  await sendWebhook(app, { id: 'evt_2', paymentId: paymentIntentId });
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
});

test.each(['open', 'processing', 'canceled'] as const)(
  'a paid order never goes back to unpaid, even if its payment is said to be %s',
  async (status) => {
    const app = createTestApp();
    const { orderId, paymentIntentId } = await app.buy();
    app.payments.change(paymentIntentId, { status });
    await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
    expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
  },
);

test('money is followed for a deleted order too', async () => {
  const app = createTestApp();
  const admin = await app.signIn('admin');
  const { orderId, paymentIntentId } = await app.buy();
  await admin.delete(`/api/orders/${orderId}`);
  app.payments.change(paymentIntentId, { refundedCents: 6000 });
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  expect(storedOrder(app, orderId)).toMatchObject({ paymentStatus: 'refunded' });
  expect((await admin.put(`/api/orders/${orderId}/restore`)).body).toMatchObject({
    paymentStatus: 'refunded',
  });
});

test('the reconciler finds payments whose webhooks were lost, and does it once', async () => {
  const app = createTestApp();
  const lost = [await placeOrder(app), await placeOrder(app), await placeOrder(app)];
  const unpaid = await placeOrder(app);
  for (const { paymentIntentId } of lost) app.payments.pay(paymentIntentId);
  expect(await reconcilePayments(app.context)).toBe(3);
  for (const { orderId } of lost) {
    expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
    expect(storedMail(app, orderId)).toHaveLength(1);
  }
  expect(storedOrder(app, unpaid.orderId).paymentStatus).toBe('unpaid');
  expect(await reconcilePayments(app.context)).toBe(0);
});

test('the reconciler also finds refunds', async () => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.change(paymentIntentId, { refundedCents: 6000 });
  await reconcilePayments(app.context);
  expect(storedOrder(app, orderId).paymentStatus).toBe('refunded');
});

test('a payment that belongs to no order is not counted as found, however often it is met', async () => {
  const app = createTestApp();
  const stray = await app.payments.openPayment({ amountCents: 6000, idempotencyKey: 'stray' });
  app.payments.pay(stray.id);
  expect(await reconcilePayments(app.context)).toBe(0);
});

test('the reconciler and a late webhook together send one mail', async () => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await placeOrder(app);
  app.payments.pay(paymentIntentId);
  await Promise.all([
    reconcilePayments(app.context),
    sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId }),
  ]);
  expect(storedMail(app, orderId)).toHaveLength(1);
});

test('the reconciler stops with the reason when the provider is down', async () => {
  const app = createTestApp();
  app.payments.setDown(true);
  await expect(reconcilePayments(app.context)).rejects.toThrow('can’t reach the payment service');
});

async function readersOf(app: TestApp, count: number): Promise<(string | null)[]> {
  const assigned: (string | null)[] = [];
  for (let i = 0; i < count; i++) {
    const { orderId } = await app.buy();
    assigned.push(storedOrder(app, orderId).assignedReaderId);
    app.clock.advance(1000);
  }
  return assigned;
}

test('paid orders go to the reader with the fewest open orders, in turns', async () => {
  const app = createTestApp();
  const [ada, ben] = [addReader(app, 'ada'), addReader(app, 'ben')];
  expect(await readersOf(app, 4)).toEqual([ada, ben, ada, ben]);
});

test('however many orders the readers have, the tallies and an index tell whose turn it is', async () => {
  const app = createTestApp();
  addReader(app, 'ada');
  const plans = await plansOf(app, () =>
    findLeastBusyReader(app.db, { today: '2026-11-23', dueDay: '2026-11-26' }),
  );
  expect(plans.filter((plan) => plan.includes(' orders'))).toEqual([
    'SEARCH orders USING COVERING INDEX orders_assigned (assigned_reader_id=?)',
  ]);
});

test('a reader who came later gets orders until they have as many as the others', async () => {
  const app = createTestApp();
  const ada = addReader(app, 'ada');
  expect(await readersOf(app, 2)).toEqual([ada, ada]);
  const ben = addReader(app, 'ben');
  expect(await readersOf(app, 3)).toEqual([ben, ben, ada]);
});

test('refunded, deleted and delivered orders do not count as open', async () => {
  const app = createTestApp();
  const [ada, ben] = [addReader(app, 'ada'), addReader(app, 'ben')];
  expect(await readersOf(app, 2)).toEqual([ada, ben]);
  app.payments.change('pi_1', { refundedCents: 6000 });
  await reconcilePayments(app.context);
  expect(await readersOf(app, 1)).toEqual([ada]);
});

test('without any active reader an order waits unassigned', async () => {
  const app = createTestApp();
  const ada = addReader(app, 'ada');
  app.db.$client.prepare('UPDATE users SET is_active = 0 WHERE id = ?').run(ada);
  expect(await readersOf(app, 1)).toEqual([null]);
});

test('unpaid orders are assigned to nobody', async () => {
  const app = createTestApp();
  addReader(app, 'ada');
  const { orderId } = await placeOrder(app);
  expect(storedOrder(app, orderId).assignedReaderId).toBeNull();
});

test('the reading is due three business days after the payment, not after the order', async () => {
  // From a Thursday to a Saturday: three business days after the order would be the Tuesday.
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: 'Europe/Berlin' }, now: '2026-11-19T10:00:00Z' });
  const order = await placeOrder(app);
  app.clock.advance(2 * 24 * 3_600_000);
  app.payments.pay(order.paymentIntentId);
  await confirm(app, order);
  expect(storedOrder(app, order.orderId).dueAt).toBe(Date.parse('2026-11-25T10:00:00Z'));
});
