import { expect, test, vi } from 'vitest';
import { confirm, placeOrder, sendWebhook, storedOrder } from '../../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { reconcilePayments } from '../reconcile-payments.ts';

/** @returns how many rows a piece of work has written, and how often it wrote the orders' */
async function writtenBy(app: TestApp, work: () => Promise<unknown>) {
  const client = app.db.$client;
  client.exec(`
    CREATE TEMP TABLE order_writes (id TEXT);
    CREATE TEMP TRIGGER order_written AFTER UPDATE ON orders BEGIN INSERT INTO order_writes VALUES (NEW.id); END`);
  const count = (source: string) => Number(client.prepare(source).pluck().get());
  const before = count('SELECT total_changes()');
  await work();
  const orders = count('SELECT count(*) FROM order_writes');
  const all = count('SELECT total_changes()') - before - orders;
  client.exec('DROP TRIGGER order_written; DROP TABLE order_writes');
  return { all, orders };
}

test('an order that becomes paid is written once', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  const { orders } = await writtenBy(app, () => confirm(app, order));
  expect(storedOrder(app, order.orderId)).toMatchObject({
    paymentStatus: 'paid',
    receivedCents: 6000,
    moneyAskedAt: expect.any(Number),
  });
  expect(orders).toBe(1);
});

test('the webhook of a payment that is known already leaves its own trace and nothing else', async () => {
  const app = createTestApp();
  const { paymentIntentId } = await app.buy();
  const event = { id: 'evt_1', type: 'payment_intent.succeeded', paymentId: paymentIntentId };
  expect(await writtenBy(app, () => sendWebhook(app, event))).toEqual({ all: 1, orders: 0 });
});

test('the reconciler writes nothing for payments of which it hears nothing new', async () => {
  const app = createTestApp();
  await app.buy();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.refundElsewhere(paymentIntentId, 1000);
  const found = await writtenBy(app, () => reconcilePayments(app.context));
  expect(found.orders).toBe(1);
  expect(storedOrder(app, orderId).refundedCents).toBe(1000);
  expect(await writtenBy(app, () => reconcilePayments(app.context))).toEqual({ all: 0, orders: 0 });
});

test('who looks for news every few minutes opens no transaction while there are none', async () => {
  const app = createTestApp();
  await app.buy();
  await app.sendMail();
  const opened = vi.spyOn(app.db.commits, 'open');
  await reconcilePayments(app.context);
  await app.sendMail();
  expect(opened).not.toHaveBeenCalled();
});

test('a dispute that goes on is written once, and only when it does', async () => {
  const app = createTestApp();
  const { orderId, paymentIntentId } = await app.buy();
  app.payments.dispute(paymentIntentId, 'needs_response');
  await reconcilePayments(app.context);
  expect(storedOrder(app, orderId).paymentStatus).toBe('disputed');
  expect((await writtenBy(app, () => reconcilePayments(app.context))).all).toBe(0);
  app.payments.dispute(paymentIntentId, 'under_review');
  expect((await writtenBy(app, () => reconcilePayments(app.context))).orders).toBe(1);
});
