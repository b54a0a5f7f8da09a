import { expect, test, vi } from 'vitest';
import {
  addSignedIn,
  placeOrder,
  saidBy,
  setPrice,
  storedOrder,
  timelineOf,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { failure } from '../../../tests/kit/test-gateway.ts';
import { findMissedEvents } from './missed-webhooks.ts';
import { finishRefunds } from './refund-order.ts';

async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId, paymentIntentId } = await app.buy();
  const look = (id = orderId) => admin.get(`/api/orders/${id}/payment`);
  return { app, admin, orderId, paymentIntentId, look };
}

test('stores nothing when a payment is viewed, but wakes the job', async () => {
  const { app, admin, paymentIntentId, orderId, look } = await createDesk();
  const woken = vi.spyOn(app.context.signals, 'settleSoon');
  await look();
  expect(woken).not.toHaveBeenCalled();
  app.payments.refundElsewhere(paymentIntentId, 1500);
  app.payments.warn(paymentIntentId, 'review');
  const before = [storedOrder(app, orderId), timelineOf(app, orderId)];
  expect((await look()).body).toMatchObject({
    ...{ refunded: 15, refundable: 45 },
    ...{ refunds: [{ askedBy: null, amount: 15 }], warnings: [{ isOpen: true }] },
  });
  expect([storedOrder(app, orderId), timelineOf(app, orderId)]).toEqual(before);
  expect(woken).toHaveBeenCalled();
  await findMissedEvents(app.context);
  await admin.put(`/api/orders/${orderId}/clear-payment`);
  expect((await look()).body).toMatchObject({ refunded: 15, warnings: [{ isOpen: false }] });
});

test('wakes the job when a refund requires action without an amount change', async () => {
  const { app, admin, paymentIntentId, orderId, look } = await createDesk();
  app.payments.refundsBegin('pending');
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 20 });
  const woken = vi.spyOn(app.context.signals, 'settleSoon');
  await look();
  expect(woken).not.toHaveBeenCalled();
  app.payments.moveRefund(paymentIntentId, 're_1', 'requires_action');
  expect((await look()).body).toMatchObject({ refunds: [{ status: 'requires_action' }] });
  expect(woken).toHaveBeenCalled();
});

test('shows a refund whose answer was lost', async () => {
  const { app, admin, orderId, look } = await createDesk();
  app.payments.loseAnswers('refundPayment');
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 20 });
  app.payments.loseAnswers(null);
  const shown = { refunded: 20, refunds: [{ refundId: 're_1', status: 'succeeded', askedBy: 'admin' }] };
  expect((await look()).body).toMatchObject(shown);
  app.clock.advance(60_000);
  await finishRefunds(app.context);
  expect((await look()).body).toMatchObject(shown);
});

test('shows no payment of a free order', async () => {
  const { app, look } = await createDesk();
  setPrice(app, 0);
  expect((await look((await placeOrder(app)).orderId)).body).toBeNull();
});

test('tells the admin why Stripe failed', async () => {
  const { app, look } = await createDesk();
  app.payments.failWith(failure('key'));
  const words = '502 The payment could not be checked with Stripe: Stripe does not know the key.';
  expect(saidBy(await look())).toBe(words);
});
