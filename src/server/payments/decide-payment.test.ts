import { expect, test } from 'vitest';
import {
  addSignedIn,
  confirm,
  linesOf,
  placeOrder,
  saidBy,
  sendPaymentEvent,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { failure } from '../../../tests/kit/test-gateway.ts';
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
  const { app, rita, accept, orderId, become, status } = await createDesk();
  expect((await accept()).body).toMatchObject({
    ...{ id: orderId, paymentStatus: 'paid', status: 'pending' },
    ...{ dueAt: expect.any(String), assignedReader: { username: 'rita' } },
  });
  const lines = ['order_placed', 'payment_review', 'payment_succeeded', 'assigned'];
  expect(timelineOf(app, orderId)).toEqual(lines);
  expect(linesOf(app, orderId, 'payment_succeeded')).toMatchObject([{ actor: 'admin' }]);
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
  const answers = await Promise.all(Array.from({ length: 20 }, () => become({}).then(() => accept())));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(storedMail(app, orderId)).toHaveLength(1);
  expect(linesOf(app, orderId, 'payment_succeeded')).toHaveLength(1);
});

test('refuses to accept the payment of a paid or unpaid order', async () => {
  const { app, accept } = await createDesk();
  for (const { orderId } of [await app.buy(), await placeOrder(app)]) {
    const before = storedOrder(app, orderId);
    const words = '409 There is nothing to decide about the payment of this order.';
    expect(saidBy(await accept(orderId))).toBe(words);
    expect(storedOrder(app, orderId)).toEqual(before);
  }
});

test('tells the admin why Stripe failed and decides nothing', async () => {
  const { app, accept, status } = await createDesk();
  app.payments.failWith(failure('key'));
  expect(saidBy(await accept())).toBe(
    '502 The payment could not be checked with Stripe: Stripe does not know the key. Nothing was decided.',
  );
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
  [{ refundedMinor: 100 }, 'Some of this payment was refunded: it cannot be accepted.'],
  [{ isDisputed: true }, 'This payment is disputed: it cannot be accepted.'],
  [{ currency: 'eur' }, 'This payment came in EUR: please refund it.'],
])('keeps a payment with %j in review and refuses to accept it', async (change, words) => {
  const { accept, become, status } = await createDesk();
  await become(change);
  expect(status()).toBe('review');
  expect(saidBy(await accept())).toBe(`409 ${words}`);
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
