import { expect, test } from 'vitest';
import {
  addReader,
  addSignedIn,
  confirm,
  linesOf,
  payFor,
  placeOrder,
  saidBy,
  sendPaymentEvent,
  sendWebhook,
  setPrice,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { hours, seconds } from '../../shared/durations.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { reconcilePayments } from './missed-webhooks.ts';
import { settlePayment } from './settle-payment.ts';

const app = createTestApp();
const statusOf = (orderId: string) => storedOrder(app, orderId).paymentStatus;

test.each([
  ['open', 'unpaid'],
  ['processing', 'processing'],
  ['canceled', 'unpaid'],
] as const)('leaves an order with a payment that is %s unpaid', async (state, status) => {
  const order = await placeOrder(app);
  app.payments.change(order.paymentIntentId, { status: state });
  expect(await confirm(app, order)).toMatchObject({ status: 200, body: { status } });
  await sendPaymentEvent(app, order.paymentIntentId, 'payment_intent.succeeded');
  expect(statusOf(order.orderId)).toBe('unpaid');
  expect(storedMail(app, order.orderId)).toEqual([]);
});

test('marks an order paid on confirmation, whatever the current price', async () => {
  const order = await placeOrder(app);
  setPrice(app, 100);
  expect(await payFor(app, order)).toBe('paid');
  setPrice(app, 6000);
  const paid = { paymentStatus: 'paid', paidAt: app.clock.now(), amountMinor: 6000 };
  expect(storedOrder(app, order.orderId)).toMatchObject(paid);
  expect(timelineOf(app, order.orderId)).toEqual(['order_placed', 'payment_succeeded']);
  expect(storedMail(app, order.orderId)).toMatchObject([{ kind: 'order_confirmation', state: 'queued' }]);
});

test('marks an order paid once for 20 simultaneous copies of a webhook', async () => {
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  const event = { id: 'evt_1', paymentId: order.paymentIntentId };
  const statuses = await Promise.all(Array.from({ length: 20 }, () => sendWebhook(app, event)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await sendPaymentEvent(app, order.paymentIntentId)).toBe(200);
  expect(timelineOf(app, order.orderId)).toEqual(['order_placed', 'payment_succeeded']);
  expect(storedMail(app, order.orderId)).toHaveLength(1);
});

test('ignores a failure event that arrives after the success', async () => {
  const { orderId, paymentIntentId } = await app.buy();
  expect(await sendPaymentEvent(app, paymentIntentId, 'payment_intent.payment_failed')).toBe(200);
  expect(timelineOf(app, orderId)).toEqual(['order_placed', 'payment_succeeded']);
});

test.each([null, 'pi_of_another_shop'])('accepts an event about the payment %j', async (paymentId) => {
  expect(await sendWebhook(app, { id: `evt_of_${paymentId}`, paymentId })).toBe(200);
});

test.each<[string, Partial<Payment>]>([
  ['amount', { amountReceivedMinor: 5999 }],
  ['amount', { amountReceivedMinor: 6001 }],
  ['currency', { currency: 'eur' }],
  ['order', { orderId: 'another-order' }],
  ['order', { orderId: null }],
  ['livemode', { isLive: true }],
])('holds a payment with the wrong %s (%j) for review', async (problem, wrong) => {
  const shop = createTestApp();
  const admin = await addSignedIn(shop, 'boss', 'admin');
  const reader = await addSignedIn(shop, 'rita', 'reader');
  const order = await placeOrder(shop);
  const { orderId, paymentIntentId } = order;
  shop.payments.pay(paymentIntentId);
  shop.payments.change(paymentIntentId, wrong);
  expect((await confirm(shop, order)).body).toEqual({ status: 'review' });
  const listed = [{ id: orderId, paymentStatus: 'review', dueAt: null }];
  expect((await admin.get('/api/orders?payment=review')).body).toMatchObject(listed);
  expect(linesOf(shop, orderId, 'payment_review')).toMatchObject([{ data: { problem } }]);
  const assigned = await admin.put(`/api/orders/${orderId}/assignee`, { readerId: reader.person.id });
  expect(assigned.status).toBe(409);
  expect((await reader.get('/api/reader/orders')).body).toEqual([]);
  expect(storedMail(shop, orderId)).toEqual([]);
  // Once held it stays held, also when the event comes again.
  await sendPaymentEvent(shop, paymentIntentId);
  expect(storedOrder(shop, orderId).paymentStatus).toBe('review');
});

test('holds an order for review when a different payment names it', async () => {
  const shop = createTestApp();
  const { orderId } = await placeOrder(shop);
  const money = { amountMinor: 6000, currency: 'usd', idempotencyKey: 'another payment' };
  const { id } = await shop.payments.openPayment(money);
  shop.payments.change(id, { orderId });
  shop.payments.pay(id);
  await sendPaymentEvent(shop, id);
  expect(storedOrder(shop, orderId)).toMatchObject({ paymentStatus: 'review', paymentIntentId: id });
});

test('restores a deleted unpaid order when it is paid', async () => {
  const admin = await addSignedIn(app, 'boss', 'admin');
  const order = await placeOrder(app);
  await admin.delete(`/api/orders/${order.orderId}`);
  await payFor(app, order);
  expect((await admin.get(`/api/orders/${order.orderId}`)).body).toMatchObject({ paymentStatus: 'paid' });
});

test('keeps a review that a later, partial answer omits', async () => {
  const shop = createTestApp();
  const { orderId, paymentIntentId } = await shop.buy();
  shop.payments.warn(paymentIntentId, 'review');
  const { findPayment } = shop.context.payments;
  let questions = 0;
  shop.context.payments.findPayment = async (id, scope) => {
    questions += 1;
    const answer = await findPayment(id, scope);
    if (questions === 1) await reconcilePayments(shop.context);
    return answer;
  };
  await sendPaymentEvent(shop, paymentIntentId, 'review.opened');
  expect(storedOrder(shop, orderId).hold).toBe('review');
});

test('answers 404 to a forged confirmation and marks nothing paid', async () => {
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  const wrongNumbers = ['CT-000000', order.orderNumber.toLowerCase()].map((orderNumber) => ({ orderNumber }));
  for (const forged of [{ orderId: 'no-such-order' }, ...wrongNumbers])
    expect(saidBy(await confirm(app, { ...order, ...forged }))).toBe('404 There is no such order.');
  expect(statusOf(order.orderId)).toBe('unpaid');
});

test('holds a test payment for review in live mode', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' };
  const live = createTestApp({ env: { ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_x' } });
  const order = await placeOrder(live);
  expect(await payFor(live, order)).toBe('review');
});

test('lists a further partial refund in the timeline', async () => {
  const { orderId, paymentIntentId } = await app.buy();
  for (const refundedMinor of [1500, 2500]) {
    app.payments.change(paymentIntentId, { refundedMinor });
    await sendPaymentEvent(app, paymentIntentId, 'charge.updated');
  }
  expect(linesOf(app, orderId, 'payment_changed')).toHaveLength(2);
});

test('never sets a paid order back to unpaid', async () => {
  const { orderId, paymentIntentId } = await app.buy();
  for (const status of ['open', 'processing', 'canceled'] as const) {
    app.payments.change(paymentIntentId, { status });
    await sendPaymentEvent(app, paymentIntentId);
    expect(statusOf(orderId)).toBe('paid');
  }
});

test('updates the payment of a deleted order', async () => {
  const admin = await addSignedIn(app, 'owner', 'admin');
  const { orderId, paymentIntentId } = await app.buy();
  await admin.delete(`/api/orders/${orderId}`);
  app.payments.change(paymentIntentId, { refundedMinor: 6000 });
  await sendPaymentEvent(app, paymentIntentId);
  await admin.put(`/api/orders/${orderId}/restore`);
  expect(statusOf(orderId)).toBe('refunded');
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

test('assigns no paid order to an inactive reader', async () => {
  const shop = createTestApp();
  addReader(shop, 'ada');
  shop.db.$client.exec('UPDATE users SET is_active = 0');
  expect(await readersOf(shop, 1)).toEqual([null]);
});

/** The first answer reports a partial refund, the second a full one. */
test.each([
  ['requested later counts', 1000, 0, 1, 'refunded'],
  ['requested at the same time counts', 1000, 0, 0, 'refunded'],
  ['requested earlier does not count', 1000, 1, 0, 'partially_refunded'],
  ['requested earlier does not count after one without changes', 0, 1, 0, 'paid'],
  ['counts after a restart with the clock set back', 1000, hours(1), 0, 'refunded'],
  ['does not count when the clock was set back slightly', 1000, seconds(58), 0, 'partially_refunded'],
  // The gateway of a running service counts on from where it was.
  ['keeps its order while the clock is set back', 1000, hours(1) + 2, hours(1) + 1, 'partially_refunded'],
] as const)('an answer from Stripe %s', async (_what, knownMinor, firstAsked, thenAsked, status) => {
  const { orderId, paymentIntentId } = await app.buy();
  const paid = app.payments.find(paymentIntentId) as Payment;
  const made = { status: 'succeeded', ourId: null, failure: null, createdAt: 1 } as const;
  const answer = (refundedMinor: number, asked: number): Payment => ({
    ...paid,
    refundedMinor,
    refunds: [{ ...made, id: `${paymentIntentId}_${refundedMinor}`, amountMinor: refundedMinor }].filter(
      () => refundedMinor > 0,
    ),
    askedAt: app.clock.now() + seconds(1) + asked,
  });
  await settlePayment(app.context, answer(knownMinor, firstAsked));
  await settlePayment(app.context, answer(6000, thenAsked));
  expect(statusOf(orderId)).toBe(status);
});
