import { expect, test } from 'vitest';
import {
  addReader,
  confirm,
  placeOrder,
  sendWebhook,
  setPrice,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { Payment } from '../context/payment-gateway.ts';

test('confirming an order that nobody paid leaves it unpaid, whatever the browser believes', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  const { status, body } = await confirm(app, order);
  expect(status).toBe(200);
  expect(body).toEqual({ status: 'unpaid' });
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('unpaid');
  expect(storedMail(app, order.orderId)).toEqual([]);
});

test.each([
  ['open', 'unpaid'],
  ['processing', 'processing'],
  ['canceled', 'unpaid'],
] as const)('a payment that is %s pays for nothing', async (state, status) => {
  const app = createTestApp();
  const order = await placeOrder(app);
  app.payments.change(order.paymentIntentId, { status: state });
  expect((await confirm(app, order)).body).toEqual({ status });
  await sendWebhook(app, { id: 'evt_1', paymentId: order.paymentIntentId });
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('unpaid');
});

test('confirming a paid order makes it paid, with due date, timeline and one confirmation mail', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  expect((await confirm(app, order)).body).toEqual({ status: 'paid' });
  expect(storedOrder(app, order.orderId)).toMatchObject({ paymentStatus: 'paid', paidAt: app.clock.now() });
  expect(timelineOf(app, order.orderId)).toEqual(['order_placed', 'payment_succeeded']);
  expect(storedMail(app, order.orderId)).toMatchObject([{ kind: 'order_confirmation', state: 'queued' }]);
});

test.each([
  ['an id that does not exist', (o: Ids) => ({ ...o, orderId: 'no-such-order' })],
  ["somebody else's number", (o: Ids) => ({ ...o, orderNumber: 'CT-000000' })],
  ['a number with the wrong case', (o: Ids) => ({ ...o, orderNumber: o.orderNumber.toLowerCase() })],
])('confirming with %s is a 404 and pays nothing', async (_what, forge) => {
  const app = createTestApp();
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  const { status, body } = await confirm(app, forge(order));
  expect(status).toBe(404);
  expect(body.error).toEqual({ code: 'order_not_found', message: 'There is no such order.' });
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('unpaid');
});
interface Ids {
  orderId: string;
  orderNumber: string;
}

test('a webhook makes an order paid; repeating it 20 times, also at once, adds nothing', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  const event = { id: 'evt_1', paymentId: order.paymentIntentId };
  const statuses = await Promise.all(Array.from({ length: 20 }, () => sendWebhook(app, event)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await sendWebhook(app, event)).toBe(200);
  expect(await sendWebhook(app, { ...event, id: 'evt_2' })).toBe(200);
  expect(timelineOf(app, order.orderId)).toEqual(['order_placed', 'payment_succeeded']);
  expect(storedMail(app, order.orderId)).toHaveLength(1);
});

test('a webhook that was handled is not looked up again', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  await sendWebhook(app, { id: 'evt_1', paymentId: order.paymentIntentId });
  const lookUps = app.payments.calls.length;
  await sendWebhook(app, { id: 'evt_1', paymentId: order.paymentIntentId });
  expect(app.payments.calls).toHaveLength(lookUps);
});

test('confirm-payment racing the webhook has one winner and no error', async () => {
  const app = createTestApp();
  for (let round = 0; round < 10; round++) {
    const order = await placeOrder(app);
    app.payments.pay(order.paymentIntentId);
    const [confirmed, hook] = await Promise.all([
      confirm(app, order),
      sendWebhook(app, { id: `evt_${round}`, paymentId: order.paymentIntentId }),
      confirm(app, order),
    ]);
    expect([confirmed.status, confirmed.body.status, hook]).toEqual([200, 'paid', 200]);
    expect(storedMail(app, order.orderId)).toHaveLength(1);
  }
});

test.each(['', 'forged', 't=1,v1=00'])(
  'a webhook signed %j is refused and pays nothing',
  async (signature) => {
    const app = createTestApp();
    const order = await placeOrder(app);
    app.payments.pay(order.paymentIntentId);
    expect(await sendWebhook(app, { id: 'evt_1', paymentId: order.paymentIntentId }, signature)).toBe(400);
    expect(storedOrder(app, order.orderId).paymentStatus).toBe('unpaid');
  },
);

test('an event only says where to look: one that claims success without it changes nothing', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  await sendWebhook(app, {
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    paymentId: order.paymentIntentId,
  });
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('unpaid');
});

test('events out of order: a failure that arrives after the success never undoes it', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  await sendWebhook(app, { id: 'evt_2', paymentId: order.paymentIntentId });
  const late = { id: 'evt_1', type: 'payment_intent.payment_failed', paymentId: order.paymentIntentId };
  expect(await sendWebhook(app, late)).toBe(200);
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('paid');
  expect(timelineOf(app, order.orderId)).not.toContain('payment_failed');
});

test('a declined card stands in the timeline, and the next card still pays', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  const failure = { id: 'evt_1', type: 'payment_intent.payment_failed', paymentId: order.paymentIntentId };
  await sendWebhook(app, failure);
  await sendWebhook(app, failure);
  expect(timelineOf(app, order.orderId)).toEqual(['order_placed', 'payment_failed']);
  app.payments.pay(order.paymentIntentId);
  await sendWebhook(app, { id: 'evt_2', paymentId: order.paymentIntentId });
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('paid');
});

test.each([
  { id: 'evt_1', paymentId: null },
  { id: 'evt_1', paymentId: 'pi_of_another_shop' },
])('an event about nothing of ours is accepted: %j', async (event) => {
  expect(await sendWebhook(createTestApp(), event)).toBe(200);
});

const mismatches: [string, Partial<Payment>][] = [
  ['amount', { amountReceivedCents: 5999 }],
  ['amount', { amountReceivedCents: 6001 }],
  ['currency', { currency: 'eur' }],
  ['order', { orderId: 'another-order' }],
  ['order', { orderId: null }],
  ['livemode', { isLive: true }],
];
test.each(mismatches)(
  'a payment with the wrong %s (%j) is held for review and reaches no reader',
  async (problem, wrong) => {
    const app = createTestApp();
    const reader = await app.signIn('reader');
    const order = await placeOrder(app);
    app.payments.pay(order.paymentIntentId);
    app.payments.change(order.paymentIntentId, wrong);
    expect((await confirm(app, order)).body).toEqual({ status: 'review' });
    const admin = await app.signIn('admin');
    const listed = await admin.get<{ orders: unknown[] }>('/api/orders?payment=review');
    expect(listed.body.orders).toMatchObject([{ id: order.orderId, paymentStatus: 'review', dueAt: null }]);
    const events = await admin.get<{ type: string; data: unknown }[]>(`/api/orders/${order.orderId}/events`);
    expect(events.body.at(-1)).toMatchObject({ type: 'payment_review', data: { problem } });
    expect((await reader.get('/api/reader/orders')).body).toEqual([]);
    expect(storedMail(app, order.orderId)).toEqual([]);
    // Once held it stays held, also when the event comes again.
    await sendWebhook(app, { id: 'evt_1', paymentId: order.paymentIntentId });
    expect(storedOrder(app, order.orderId).paymentStatus).toBe('review');
  },
);

test('with live keys a payment in test mode does not pay for an order', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' };
  const app = createTestApp({ env: { ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_x' } });
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  expect((await confirm(app, order)).body).toEqual({ status: 'review' });
});

test('an order that waits for review cannot be handed to a reader', async () => {
  const app = createTestApp();
  const reader = await app.signIn('reader');
  const admin = await app.signIn('admin');
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  app.payments.change(order.paymentIntentId, { amountReceivedCents: 100 });
  await confirm(app, order);
  const [readerRef] = (await admin.get<{ id: string }[]>('/api/readers')).body;
  const assigned = await admin.put(`/api/orders/${order.orderId}/assignee`, { readerId: readerRef?.id });
  expect(assigned.status).toBe(409);
  expect((await reader.get('/api/reader/orders')).body).toEqual([]);
});

test('paying does not depend on the price of the moment', async () => {
  const app = createTestApp();
  addReader(app, 'rita');
  const order = await placeOrder(app);
  setPrice(app, 100);
  app.payments.pay(order.paymentIntentId);
  expect((await confirm(app, order)).body).toEqual({ status: 'paid' });
});
