import { afterEach, expect, test } from 'vitest';
import {
  confirm,
  openCheckoutPage,
  placeOrder,
  saidBy,
  sendWebhook,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';

const outage = '502 We can’t reach the payment service right now.';

const app = createTestApp();
afterEach(() => app.payments.setDown(false));

test('reports a Stripe outage, then orders the same form once', async () => {
  const customer = app.visitor();
  app.payments.setDown(true);
  expect(saidBy(await openCheckoutPage(customer))).toBe(outage);
  app.payments.setDown(false);
  const opened = await openCheckoutPage(customer);
  app.payments.setDown(true);
  expect(saidBy(await submitForm(customer))).toBe(outage);
  app.payments.setDown(false);
  expect((await submitForm(customer)).body.clientSecret).toBe(opened.body.clientSecret);
});

test('reuses the order when attaching it to the payment failed', async () => {
  const customer = app.visitor();
  const form = { backgroundContext: 'Ten years in sales.' };
  await openCheckoutPage(customer);
  const attach = app.context.payments.attachOrder;
  app.context.payments.attachOrder = () => Promise.reject(new Error('the connection broke'));
  expect((await submitForm(customer, form)).status).toBe(500);
  app.context.payments.attachOrder = attach;
  const { body } = await submitForm(customer, form);
  expect(app.payments.find(body.paymentIntentId)?.orderId).toBe(body.orderId);
  const stored = app.db.query.orders.findMany().sync();
  expect(stored.filter((order) => order.backgroundContext === form.backgroundContext)).toHaveLength(1);
});

test('answers 502 to an unverifiable webhook and accepts its repeat', async () => {
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  app.payments.setDown(true);
  const event = { id: 'evt_1', paymentId: order.paymentIntentId };
  expect(await sendWebhook(app, event)).toBe(502);
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('unpaid');
  app.payments.setDown(false);
  expect(await sendWebhook(app, event)).toBe(200);
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('paid');
});

test('confirms only a known paid order while Stripe is down', async () => {
  const unpaid = await placeOrder(app);
  const paid = await app.buy();
  app.payments.setDown(true);
  expect((await confirm(app, unpaid)).status).toBe(502);
  expect((await confirm(app, paid)).body).toEqual({ status: 'paid' });
});

test('accepts a reported payment failure without acting on it', async () => {
  const shop = createTestApp();
  const order = await placeOrder(shop);
  const customer = { customerName: 'Maya', customerEmail: 'maya@customers.example' };
  const { paymentIntentId } = order;
  const report = { ...customer, errorMessage: 'Your card was declined.', paymentIntentId };
  const { status, body } = await shop.visitor().post('/api/payment-failure', report);
  expect([status, body]).toEqual([200, { received: true }]);
  await shop.sendMail();
  expect(shop.mailer.sent).toEqual([]);
  expect(storedOrder(shop, order.orderId).paymentStatus).toBe('unpaid');
});
