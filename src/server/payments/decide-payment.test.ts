import { expect, test } from 'vitest';
import {
  addSignedIn,
  confirm,
  placeOrder,
  sendPaymentEvent,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { failure } from '../../../tests/kit/test-payments.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Order, ReaderOrder } from '../../shared/orders/order-schema.ts';
import type { Payment } from '../base/payment-gateway.ts';

/** An admin, a reader, and an order whose payment was too small. */
async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const order = await placeOrder(app);
  const { orderId, paymentIntentId } = order;
  app.payments.pay(paymentIntentId);
  app.payments.change(paymentIntentId, { amountReceivedMinor: 5900 });
  await confirm(app, order);
  return {
    app,
    admin,
    rita,
    orderId,
    paymentIntentId,
    accept: (id = orderId) => admin.put<Order & ErrorBody>(`/api/orders/${id}/accept-payment`),
    status: () => storedOrder(app, orderId).paymentStatus,
    /** Something becomes of the payment, and Stripe tells of it. */
    async become(change: Partial<Payment>) {
      app.payments.change(paymentIntentId, change);
      await sendPaymentEvent(app, paymentIntentId);
    },
  };
}

test('treats an accepted payment as paid: due date, reader and one mail', async () => {
  const { app, admin, rita, accept, orderId, become, status } = await createDesk();
  const accepted = await accept();
  expect([accepted.status, accepted.body]).toMatchObject([
    200,
    {
      id: orderId,
      paymentStatus: 'paid',
      status: 'pending',
      dueAt: expect.any(String),
      assignedReader: { username: 'rita' },
    },
  ]);
  expect(timelineOf(app, orderId)).toEqual([
    'order_placed',
    'payment_review',
    'payment_succeeded',
    'assigned',
  ]);
  const { body } = await admin.get<{ type: string; actor: string }[]>(`/api/orders/${orderId}/events`);
  expect(body.find(({ type }) => type === 'payment_succeeded')?.actor).toBe('admin');
  expect((await rita.get<ReaderOrder[]>('/api/reader/orders')).body).toMatchObject([{ id: orderId }]);
  await app.sendMail();
  expect(app.mailer.sent).toHaveLength(1);
  // From now on its money is followed as that of any order.
  await become({});
  expect(status()).toBe('paid');
  await become({ isDisputed: true });
  expect(status()).toBe('disputed');
});

test('pays once and sends one mail when accepted 20 times at once', async () => {
  const { app, accept, orderId, become } = await createDesk();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      await become({});
      return accept();
    }),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(storedMail(app, orderId)).toHaveLength(1);
  expect(timelineOf(app, orderId).filter((type) => type === 'payment_succeeded')).toHaveLength(1);
});

test('refuses to accept the payment of a paid or unpaid order', async () => {
  const { app, accept } = await createDesk();
  for (const { orderId } of [await app.buy(), await placeOrder(app)]) {
    const before = storedOrder(app, orderId);
    const { status, body } = await accept(orderId);
    expect([status, body.error]).toEqual([
      409,
      { code: 'order_conflict', message: 'There is nothing to decide about the payment of this order.' },
    ]);
    expect(storedOrder(app, orderId)).toEqual(before);
  }
});

test('tells the admin why Stripe failed and decides nothing', async () => {
  const { app, accept, status } = await createDesk();
  app.payments.failWith(failure('key'));
  const answer = await accept();
  expect([answer.status, answer.body.error?.message]).toEqual([
    502,
    'The payment could not be checked at Stripe: Stripe does not know the key. Nothing was decided.',
  ]);
  expect(status()).toBe('review');
});

test('accepts the payment of a deleted order only after restoring it', async () => {
  const { admin, accept, orderId } = await createDesk();
  await admin.delete(`/api/orders/${orderId}`);
  expect((await accept()).status).toBe(404);
  await admin.put(`/api/orders/${orderId}/restore`);
  expect((await accept()).status).toBe(200);
});

test.each([
  [
    'with a partial refund',
    { refundedMinor: 100 },
    'Some of this payment was refunded: it cannot be accepted.',
  ],
  ['that is disputed', { isDisputed: true }, 'This payment is disputed: it cannot be accepted.'],
  ['in another currency', { currency: 'eur' }, 'This payment came in EUR: please refund it.'],
])('keeps a payment %s in review and refuses to accept it', async (_what, change, message) => {
  const { accept, become, status } = await createDesk();
  await become(change);
  expect(status()).toBe('review');
  expect(await accept()).toMatchObject({ status: 409, body: { error: { message } } });
});

test('marks a refunded review as refunded, and reopens it when that fails', async () => {
  const { app, rita, accept, orderId, become, status } = await createDesk();
  await become({ refundedMinor: 5900 });
  expect(status()).toBe('refunded');
  expect((await accept()).status).toBe(409);
  expect(storedMail(app, orderId)).toEqual([]);
  await become({ refundedMinor: 0 });
  expect(status()).toBe('review');
  expect((await rita.get('/api/reader/orders')).body).toEqual([]);
});
