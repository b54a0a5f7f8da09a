import { expect, test } from 'vitest';
import {
  confirm,
  placeOrder,
  sendPaymentEvent,
  sendWebhook,
  setPrice,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { Payment } from '../base/payment-gateway.ts';
import { reconcilePayments } from './missed-webhooks.ts';

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

test('marks a paid order on confirmation, whatever the current price', async () => {
  const order = await placeOrder(app);
  setPrice(app, 100);
  app.payments.pay(order.paymentIntentId);
  expect((await confirm(app, order)).body).toEqual({ status: 'paid' });
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
  const lookUps = app.payments.calls.length;
  expect(await sendWebhook(app, event)).toBe(200);
  expect(app.payments.calls).toHaveLength(lookUps);
  expect(await sendPaymentEvent(app, order.paymentIntentId)).toBe(200);
  expect(timelineOf(app, order.orderId)).toEqual(['order_placed', 'payment_succeeded']);
  expect(storedMail(app, order.orderId)).toHaveLength(1);
});

test('ignores a failure event that arrives after the success', async () => {
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  await sendPaymentEvent(app, order.paymentIntentId);
  expect(await sendPaymentEvent(app, order.paymentIntentId, 'payment_intent.payment_failed')).toBe(200);
  expect(statusOf(order.orderId)).toBe('paid');
  expect(timelineOf(app, order.orderId)).not.toContain('payment_failed');
});

test.each([null, 'pi_of_another_shop'])(
  'accepts an event about an unknown payment: %j',
  async (paymentId) => {
    expect(await sendWebhook(app, { id: `evt_of_${paymentId}`, paymentId })).toBe(200);
  },
);

test.each<[string, Partial<Payment>]>([
  ['amount', { amountReceivedMinor: 5999 }],
  ['amount', { amountReceivedMinor: 6001 }],
  ['currency', { currency: 'eur' }],
  ['order', { orderId: 'another-order' }],
  ['order', { orderId: null }],
  ['livemode', { isLive: true }],
])('holds a payment with the wrong %s (%j) for review', async (problem, wrong) => {
  const shop = createTestApp();
  const reader = await shop.signIn('reader');
  const order = await placeOrder(shop);
  shop.payments.pay(order.paymentIntentId);
  shop.payments.change(order.paymentIntentId, wrong);
  expect((await confirm(shop, order)).body).toEqual({ status: 'review' });
  const admin = await shop.signIn('admin');
  const listed = await admin.get<unknown[]>('/api/orders?payment=review');
  expect(listed.body).toMatchObject([{ id: order.orderId, paymentStatus: 'review', dueAt: null }]);
  const events = await admin.get<{ type: string; data: unknown }[]>(`/api/orders/${order.orderId}/events`);
  expect(events.body.at(-1)).toMatchObject({ type: 'payment_review', data: { problem } });
  const [readerRef] = (await admin.get<{ id: string }[]>('/api/readers')).body;
  const assigned = await admin.put(`/api/orders/${order.orderId}/assignee`, { readerId: readerRef?.id });
  expect(assigned.status).toBe(409);
  expect((await reader.get('/api/reader/orders')).body).toEqual([]);
  expect(storedMail(shop, order.orderId)).toEqual([]);
  // Once held it stays held, also when the event comes again.
  await sendPaymentEvent(shop, order.paymentIntentId);
  expect(storedOrder(shop, order.orderId).paymentStatus).toBe('review');
});

test('holds an order for review when another payment than its own names it', async () => {
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
  const admin = await app.signIn('admin');
  const order = await placeOrder(app);
  await admin.delete(`/api/orders/${order.orderId}`);
  app.payments.pay(order.paymentIntentId);
  await confirm(app, order);
  expect((await admin.get(`/api/orders/${order.orderId}`)).body).toMatchObject({ paymentStatus: 'paid' });
});

test('keeps a review that a later, narrower answer did not include', async () => {
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
  const forgeries = [
    { orderId: 'no-such-order' },
    { orderNumber: 'CT-000000' },
    { orderNumber: order.orderNumber.toLowerCase() },
  ];
  for (const forged of forgeries) {
    const { status, body } = await confirm(app, { ...order, ...forged });
    expect([status, body.error]).toEqual([
      404,
      { code: 'order_not_found', message: 'There is no such order.' },
    ]);
  }
  expect(statusOf(order.orderId)).toBe('unpaid');
});

test('holds a test payment for review in live mode', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' };
  const live = createTestApp({ env: { ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_x' } });
  const order = await placeOrder(live);
  live.payments.pay(order.paymentIntentId);
  expect((await confirm(live, order)).body).toEqual({ status: 'review' });
});
