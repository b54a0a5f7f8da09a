import { expect, test } from 'vitest';
import { checkouts, orders } from '../../../db/schema.ts';
import {
  openCheckoutPage,
  placeOrder,
  sendWebhook,
  setPrice,
  storedOrder,
  submitForm,
  testCardsEverywhere,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { giveUpAbandoned } from './abandon-checkouts.ts';

/*
 * Two tabs of one browser, with forms for two people.
 */

const forMaya = { readingAddresseeName: 'Maya' };
const forNoor = { readingAddresseeName: 'Noor' };
type Customer = ReturnType<TestApp['visitor']>;

/** The page that paid asks whether the money came, as it does before it shows its thank-you. */
const comeBack = (customer: Customer, { orderId, orderNumber }: { orderId: string; orderNumber: string }) =>
  customer.post('/api/confirm-payment', { orderId, orderNumber });

/** The first tab was paid for, up to its thank-you; the second one still shows its form. */
async function payForMaya(app = createTestApp()) {
  const { customer, ...order } = await placeOrder(app, forMaya);
  app.payments.pay(order.paymentIntentId);
  await comeBack(customer, order);
  return { app, customer, order };
}

test('another form in another tab is another order with another payment, and leaves the first as it was', async () => {
  const app = createTestApp();
  const { customer, ...maya } = await placeOrder(app, forMaya);
  const before = storedOrder(app, maya.orderId);
  const { body: noor } = await submitForm(customer, forNoor);
  expect([noor.orderId, noor.paymentIntentId, noor.clientSecret]).not.toEqual([
    maya.orderId,
    maya.paymentIntentId,
    maya.clientSecret,
  ]);
  expect(storedOrder(app, maya.orderId)).toEqual(before);
  expect(storedOrder(app, noor.orderId).readingAddresseeName).toBe('Noor');
  expect(app.payments.payments.get(noor.paymentIntentId)?.orderId).toBe(noor.orderId);
});

test('what a first tab pays while a second one was sent is what the first tab had written', async () => {
  const app = createTestApp();
  const { customer, ...maya } = await placeOrder(app, forMaya);
  // The first tab waits for its bank.
  const { body: noor } = await submitForm(customer, forNoor);
  app.payments.pay(maya.paymentIntentId);
  expect((await comeBack(customer, maya)).body).toEqual({ status: 'paid' });
  expect(storedOrder(app, maya.orderId)).toMatchObject({ paymentStatus: 'paid', ...forMaya });
  expect(storedOrder(app, noor.orderId)).toMatchObject({ paymentStatus: 'unpaid', ...forNoor });
  // The second press of the second tab is about its own order.
  expect((await submitForm(customer, forNoor)).body.orderId).toBe(noor.orderId);
  app.payments.pay(noor.paymentIntentId);
  expect((await comeBack(customer, noor)).body).toEqual({ status: 'paid' });
});

test('a tab whose card was declined finds its order again, although another tab was sent meanwhile', async () => {
  const app = createTestApp();
  const { customer, ...maya } = await placeOrder(app, forMaya);
  await submitForm(customer, forNoor);
  const { status, body } = await submitForm(customer, forMaya);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    orderId: maya.orderId,
    paymentIntentId: maya.paymentIntentId,
    clientSecret: maya.clientSecret,
  });
});

test('fifty presses in two tabs at once are two orders', async () => {
  const app = createTestApp();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const presses = Array.from({ length: 50 }, (_, i) => submitForm(customer, i % 2 ? forMaya : forNoor));
  const answers = await Promise.all(presses);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => `${body.orderId} ${body.clientSecret}`)).size).toBe(2);
  expect(app.db.select().from(orders).all()).toHaveLength(2);
  expect(app.payments.payments.size).toBe(2);
});

test('a second tab with another form asks whether it is another reading, and can order it', async () => {
  const { app, customer, order } = await payForMaya();
  const asked = await submitForm(customer, forNoor);
  expect([asked.status, asked.body.error]).toEqual([
    409,
    {
      code: 'another_order_conflict',
      message: `Your order ${order.orderNumber} is paid. What you’ve typed since isn’t part of it, but you can order it as another reading.`,
    },
  ]);
  expect(app.db.select().from(orders).all()).toHaveLength(1);
  const opened = await openCheckoutPage(customer);
  expect(opened.body.completedOrderNumber).toBe(order.orderNumber);
  const { status, body } = await submitForm(customer, forNoor);
  expect([status, body.clientSecret]).toEqual([200, opened.body.clientSecret]);
  expect(storedOrder(app, body.orderId)).toMatchObject({ paymentStatus: 'unpaid', ...forNoor });
});

test('a second tab with the same form is told that its order is paid', async () => {
  const { customer, order } = await payForMaya();
  const { status, body } = await submitForm(customer, forMaya);
  expect([status, body.error]).toEqual([
    409,
    { code: 'order_conflict', message: `Your order ${order.orderNumber} is already paid.` },
  ]);
});

test('a second tab learns that the first one was paid, although nobody has told us', async () => {
  const app = createTestApp();
  const { customer, ...maya } = await placeOrder(app, forMaya);
  app.payments.pay(maya.paymentIntentId);
  const asked = await submitForm(customer, forNoor);
  expect([asked.status, asked.body.error.code]).toEqual([409, 'another_order_conflict']);
  expect(storedOrder(app, maya.orderId)).toMatchObject({ paymentStatus: 'paid', ...forMaya });
});

test('a paid order is told again until its news has arrived', async () => {
  const { customer, order } = await payForMaya();
  await submitForm(customer, forNoor);
  // The answer to the first opening is lost, with its cookie.
  const before = new Map(customer.cookies);
  await openCheckoutPage(customer);
  for (const [name, value] of before) customer.cookies.set(name, value);
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBe(order.orderNumber);
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBeUndefined();
});

test('a paid order is told although no new payment can be begun just now', async () => {
  const app = createTestApp({ env: { TRUSTED_PROXY_HOPS: '1' } });
  const { customer, order } = await payForMaya(app);
  await submitForm(customer, forNoor);
  await testCardsEverywhere(app, 20);
  const { status, body } = await openCheckoutPage(customer);
  expect([status, body]).toEqual([200, { clientSecret: null, completedOrderNumber: order.orderNumber }]);
  expect((await submitForm(customer, forNoor)).status).toBe(503);
});

test('two free readings are asked about as well: the second text is not thrown away', async () => {
  const app = createTestApp();
  setPrice(app, 0);
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const { body: maya } = await submitForm(customer, forMaya);
  const asked = await submitForm(customer, forNoor);
  expect([asked.status, asked.body.error.code]).toEqual([409, 'another_order_conflict']);
  expect(asked.body.error.message).toContain(`${maya.orderNumber} is confirmed`);
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBe(maya.orderNumber);
  expect((await submitForm(customer, forNoor)).status).toBe(200);
  expect(app.db.select().from(orders).all()).toHaveLength(2);
});

test('a new price gives up all that the visitor has not paid', async () => {
  const app = createTestApp();
  const { customer, ...maya } = await placeOrder(app, forMaya);
  const { body: noor } = await submitForm(customer, forNoor);
  setPrice(app, 7000);
  expect((await submitForm(customer, forMaya)).body.error.code).toBe('price_conflict');
  const statuses = [maya, noor].map(
    ({ paymentIntentId }) => app.payments.payments.get(paymentIntentId)?.status,
  );
  expect(statuses).toEqual(['canceled', 'canceled']);
  const { body } = await submitForm(customer, forMaya);
  expect(body.amount).toBe(70);
  expect(body.orderId).not.toBe(maya.orderId);
});

test('every order that a visitor has left unpaid is given up after a day, and its payment canceled', async () => {
  const app = createTestApp();
  const { customer } = await placeOrder(app, forMaya);
  await submitForm(customer, forNoor);
  await submitForm(customer, { readingAddresseeName: 'Ines' });
  app.clock.advance(86_400_001);
  expect(await giveUpAbandoned(app.context)).toBe(3);
  expect([...app.payments.payments.values()].map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => 'canceled'),
  );
  expect(app.db.select().from(checkouts).all()).toEqual([]);
});

test('a visitor who ordered something within the day is still known', async () => {
  const app = createTestApp();
  const { customer } = await placeOrder(app, forMaya);
  app.clock.advance(86_000_000);
  const { body: noor } = await submitForm(customer, forNoor);
  app.clock.advance(1_000_000);
  expect(await giveUpAbandoned(app.context)).toBe(1);
  expect((await submitForm(customer, forNoor)).body).toMatchObject({
    orderId: noor.orderId,
    paymentIntentId: noor.paymentIntentId,
  });
  const maya = await submitForm(customer, forMaya);
  expect([maya.status, app.payments.payments.get(maya.body.paymentIntentId)?.status]).toEqual([200, 'open']);
});

test('a payment that turns out to be made while its order is told to Stripe is a success', async () => {
  const app = createTestApp();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  const { attachOrder } = app.context.payments;
  app.context.payments.attachOrder = (id, orderId) => {
    app.payments.pay(id);
    return attachOrder(id, orderId);
  };
  const { status, body } = await submitForm(customer, forMaya);
  expect(status).toBe(200);
  expect(storedOrder(app, body.orderId)).toMatchObject({ paymentStatus: 'paid', ...forMaya });
});

test('a webhook that comes while a second form is sent changes neither order', async () => {
  const app = createTestApp();
  const { customer, ...maya } = await placeOrder(app, forMaya);
  app.payments.pay(maya.paymentIntentId);
  const [sent] = await Promise.all([
    submitForm(customer, forNoor),
    sendWebhook(app, { id: 'evt_1', paymentId: maya.paymentIntentId }),
  ]);
  expect([200, 409]).toContain(sent.status);
  expect(storedOrder(app, maya.orderId)).toMatchObject({ paymentStatus: 'paid', ...forMaya });
});
