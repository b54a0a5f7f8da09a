import { expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/errors.ts';
import type { Order, ReaderOrder } from '../../shared/orders/orders.ts';
import {
  addSignedIn,
  confirm,
  placeOrder,
  sendWebhook,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { DomainError } from '../basics/errors.ts';
import { ProviderFailure } from '../context/provider-failure.ts';

async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const accept = (orderId: string) => admin.put<Order & ErrorBody>(`/api/orders/${orderId}/accept-payment`);
  /** An order whose payment was too small. */
  async function orderInReview() {
    const order = await placeOrder(app);
    app.payments.pay(order.paymentIntentId);
    app.payments.change(order.paymentIntentId, { amountReceivedCents: 5900 });
    await confirm(app, order);
    return order;
  }
  return { app, admin, rita, accept, orderInReview };
}

test('a payment the admin accepts pays for its order: due date, reader, one confirmation mail', async () => {
  const { app, rita, accept, orderInReview } = await createDesk();
  const { orderId } = await orderInReview();
  const accepted = await accept(orderId);
  expect(accepted.status).toBe(200);
  expect(accepted.body).toMatchObject({
    id: orderId,
    paymentStatus: 'paid',
    status: 'pending',
    dueAt: expect.any(String),
    assignedReader: { username: 'rita' },
  });
  expect(timelineOf(app, orderId)).toEqual([
    'order_placed',
    'payment_review',
    'payment_succeeded',
    'assigned',
  ]);
  expect((await rita.get<ReaderOrder[]>('/api/reader/orders')).body).toMatchObject([{ id: orderId }]);
  await app.sendMail();
  expect(app.mailer.sent).toHaveLength(1);
});

test('the timeline tells who accepted the payment', async () => {
  const { admin, accept, orderInReview } = await createDesk();
  const { orderId } = await orderInReview();
  await accept(orderId);
  const { body } = await admin.get<{ type: string; actor: string }[]>(`/api/orders/${orderId}/events`);
  expect(body.find(({ type }) => type === 'payment_succeeded')?.actor).toBe('admin');
});

test('accepting 20 times at once, with webhooks in between, pays once and sends one mail', async () => {
  const { app, accept, orderInReview } = await createDesk();
  const { orderId, paymentIntentId } = await orderInReview();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      await sendWebhook(app, { id: `evt_${i}`, paymentId: paymentIntentId });
      return accept(orderId);
    }),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(storedMail(app, orderId)).toHaveLength(1);
  expect(timelineOf(app, orderId).filter((type) => type === 'payment_succeeded')).toHaveLength(1);
});

test('there is nothing to accept about an order that is paid, unpaid or refunded', async () => {
  const { app, accept } = await createDesk();
  const paid = await app.buy();
  const unpaid = await placeOrder(app);
  const refunded = await app.buy();
  app.payments.change(refunded.paymentIntentId, { refundedCents: 6000 });
  await sendWebhook(app, { id: 'evt_1', paymentId: refunded.paymentIntentId });
  for (const { orderId } of [paid, unpaid, refunded]) {
    const before = storedOrder(app, orderId);
    const { status, body } = await accept(orderId);
    expect(status).toBe(409);
    expect(body.error).toEqual({
      code: 'order_conflict',
      message: 'There is nothing to decide about the payment of this order.',
    });
    expect(storedOrder(app, orderId)).toEqual(before);
  }
});

test('an admin who accepts hears why Stripe could not be asked, and nothing is decided', async () => {
  const { app, accept, orderInReview } = await createDesk();
  const { orderId } = await orderInReview();
  const cause = new ProviderFailure('key', 'Stripe does not know the key', { isAnswered: true });
  app.payments.failWith(new DomainError('payment_provider_failed', 'Please wait.', { cause }));
  const { status, body } = await accept(orderId);
  expect([status, body.error?.message]).toEqual([
    502,
    'Stripe could not be asked: Stripe does not know the key. Nothing was decided.',
  ]);
  expect(storedOrder(app, orderId).paymentStatus).toBe('review');
});

test('the payment of a deleted order is accepted only once the order is restored', async () => {
  const { admin, accept, orderInReview } = await createDesk();
  const { orderId } = await orderInReview();
  await admin.delete(`/api/orders/${orderId}`);
  expect((await accept(orderId)).status).toBe(404);
  await admin.put(`/api/orders/${orderId}/restore`);
  expect((await accept(orderId)).status).toBe(200);
});

test('an order in review whose money went back is refunded, and can no longer be accepted', async () => {
  const { app, accept, orderInReview } = await createDesk();
  const { orderId, paymentIntentId } = await orderInReview();
  app.payments.change(paymentIntentId, { refundedCents: 5900 });
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  expect(storedOrder(app, orderId).paymentStatus).toBe('refunded');
  expect((await accept(orderId)).status).toBe(409);
  expect(storedMail(app, orderId)).toEqual([]);
});

test.each([
  ['a partial refund', { refundedCents: 100 }],
  ['a dispute', { isDisputed: true }],
])('%s decides nothing about an order in review', async (_what, change) => {
  const { app, orderInReview } = await createDesk();
  const { orderId, paymentIntentId } = await orderInReview();
  app.payments.change(paymentIntentId, change);
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  expect(storedOrder(app, orderId).paymentStatus).toBe('review');
});

test('a refund that failed puts an order nobody accepted back into review, never to its reader', async () => {
  const { app, rita, orderInReview } = await createDesk();
  const { orderId, paymentIntentId } = await orderInReview();
  app.payments.change(paymentIntentId, { refundedCents: 5900 });
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  app.payments.change(paymentIntentId, { refundedCents: 0 });
  await sendWebhook(app, { id: 'evt_2', paymentId: paymentIntentId });
  expect(storedOrder(app, orderId).paymentStatus).toBe('review');
  expect((await rita.get('/api/reader/orders')).body).toEqual([]);
});

test('once accepted, refunds and disputes are followed as for any order', async () => {
  const { app, accept, orderInReview } = await createDesk();
  const { orderId, paymentIntentId } = await orderInReview();
  await accept(orderId);
  await sendWebhook(app, { id: 'evt_1', paymentId: paymentIntentId });
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
  app.payments.change(paymentIntentId, { isDisputed: true });
  await sendWebhook(app, { id: 'evt_2', paymentId: paymentIntentId });
  expect(storedOrder(app, orderId).paymentStatus).toBe('disputed');
});
