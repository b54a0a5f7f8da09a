import { expect, test } from 'vitest';
import { orders } from '../../../db/schema.ts';
import {
  confirm,
  openCheckoutPage,
  placeOrder,
  sendWebhook,
  storedOrder,
  submitForm,
} from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';

const sentence = 'We can’t reach the payment service right now.';

test('with the provider down the checkout says so, and works once it is back', async () => {
  const app = createTestApp();
  const customer = app.visitor();
  app.payments.setDown(true);
  const refused = await openCheckoutPage(customer);
  expect(refused.status).toBe(502);
  expect(refused.body.error).toEqual({ code: 'payment_provider_failed', message: sentence });
  app.payments.setDown(false);
  expect((await openCheckoutPage(customer)).status).toBe(200);
});

test('a submit while the provider is down is told so, and repeating it places the order once', async () => {
  const app = createTestApp();
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  app.payments.setDown(true);
  const refused = await submitForm(customer);
  expect(refused.status).toBe(502);
  expect(refused.body.error.message).toBe(sentence);
  app.payments.setDown(false);
  const { status, body } = await submitForm(customer);
  expect(status).toBe(200);
  expect(body.clientSecret).toBe(opened.body.clientSecret);
  expect(app.db.select().from(orders).all()).toHaveLength(1);
});

test('an order whose payment could not be told its number is the same order at the next press', async () => {
  const app = createTestApp();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const attach = app.context.payments.attachOrder;
  app.context.payments.attachOrder = () => Promise.reject(new Error('the connection broke'));
  expect((await submitForm(customer, { backgroundContext: 'Ten years in sales.' })).status).toBe(500);
  app.context.payments.attachOrder = attach;
  const { body } = await submitForm(customer, { backgroundContext: 'Ten years in sales.' });
  expect(app.payments.payments.get(body.paymentIntentId)?.orderId).toBe(body.orderId);
  expect(app.db.select().from(orders).all()).toMatchObject([{ backgroundContext: 'Ten years in sales.' }]);
});

test('a webhook that cannot be checked is answered 502, so that Stripe repeats it, and then counts', async () => {
  const app = createTestApp();
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

test('confirming while the provider is down is a 502; a paid order is known without asking', async () => {
  const app = createTestApp();
  const unpaid = await placeOrder(app);
  const paid = await app.buy();
  app.payments.setDown(true);
  expect((await confirm(app, unpaid)).status).toBe(502);
  expect((await confirm(app, paid)).body).toEqual({ status: 'paid' });
});

test('dashboards and settings do not notice that the provider is down', async () => {
  const app = createTestApp();
  await app.buy();
  const admin = await app.signIn('admin');
  app.payments.setDown(true);
  for (const path of ['/api/orders', '/api/readings', '/api/readings/pending', '/api/settings']) {
    expect((await admin.get(path)).status).toBe(200);
  }
});

test('a reported payment failure is received and believed in nothing', async () => {
  const app = createTestApp();
  const order = await placeOrder(app);
  const report = {
    customerName: 'Maya',
    customerEmail: 'maya@customers.example',
    errorMessage: 'Your card was declined.',
    paymentIntentId: order.paymentIntentId,
  };
  const { status, body } = await app.visitor().post('/api/payment-failure', report);
  expect(status).toBe(200);
  expect(body).toEqual({ received: true });
  await app.sendMail();
  expect(app.mailer.sent).toEqual([]);
  expect(storedOrder(app, order.orderId).paymentStatus).toBe('unpaid');
});
