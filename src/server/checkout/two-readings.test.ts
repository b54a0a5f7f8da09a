import { expect, test } from 'vitest';
import {
  openCheckoutPage,
  payFor,
  placeOrder,
  saidBy,
  setPrice,
  storedOrder,
  submitForm,
  testCardsEverywhere,
} from '../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../tests/kit/test-app.ts';
import { cancelAbandonedCheckouts } from './abandon-checkouts.ts';

/* Two tabs of one browser, with forms for two people. */

const forMaya = { readingAddresseeName: 'Maya' };
const forNoor = { readingAddresseeName: 'Noor' };
const app = createTestApp();

/** The first tab was paid for, up to its thank-you; the second one still shows its form. */
async function payForMaya(shop: TestApp = app) {
  const { customer, ...order } = await placeOrder(shop, forMaya);
  await payFor(shop, order);
  return { customer, order };
}

test('creates a separate order and payment for each tab’s form', async () => {
  const { customer, ...maya } = await placeOrder(app, forMaya);
  const before = storedOrder(app, maya.orderId);
  const { body: noor } = await submitForm(customer, forNoor);
  for (const name of ['orderId', 'paymentIntentId', 'clientSecret'] as const) {
    expect(noor[name]).not.toBe(maya[name]);
  }
  expect(storedOrder(app, maya.orderId)).toEqual(before);
  expect(storedOrder(app, noor.orderId)).toMatchObject(forNoor);
  expect(app.payments.find(noor.paymentIntentId)?.orderId).toBe(noor.orderId);
  const { orderId, clientSecret } = maya;
  expect((await submitForm(customer, forMaya)).body).toMatchObject({ orderId, clientSecret });
});

test('asks whether a second form is another reading, then orders it', async () => {
  const { customer, order } = await payForMaya();
  expect(saidBy(await submitForm(customer, forNoor))).toBe(
    `409 Your order ${order.orderNumber} is paid. What you’ve typed since isn’t part of it, but you can order it as another reading.`,
  );
  const opened = await openCheckoutPage(customer);
  expect(opened.body.completedOrderNumber).toBe(order.orderNumber);
  const { body } = await submitForm(customer, forNoor);
  expect(body.clientSecret).toBe(opened.body.clientSecret);
  expect(storedOrder(app, body.orderId)).toMatchObject({ paymentStatus: 'unpaid', ...forNoor });
});

test('tells a second tab with the same form that it is paid', async () => {
  const { customer, order } = await payForMaya();
  const words = `409 Your order ${order.orderNumber} is already paid.`;
  expect(saidBy(await submitForm(customer, forMaya))).toBe(words);
});

test('detects in a second tab that the first was paid', async () => {
  const { customer, ...maya } = await placeOrder(app, forMaya);
  app.payments.pay(maya.paymentIntentId);
  expect((await submitForm(customer, forNoor)).body.error.code).toBe('another_order_conflict');
  expect(storedOrder(app, maya.orderId)).toMatchObject({ paymentStatus: 'paid', ...forMaya });
});

test('reports a paid order again until the browser receives it', async () => {
  const { customer, order } = await payForMaya();
  await submitForm(customer, forNoor);
  // The answer to the first opening is lost, with its cookie.
  const before = new Map(customer.cookies);
  await openCheckoutPage(customer);
  for (const [name, value] of before) customer.cookies.set(name, value);
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBe(order.orderNumber);
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBeUndefined();
});

test('reports a paid order while new payments are paused', async () => {
  const shop = createTestApp({ env: { TRUSTED_PROXY_HOPS: '1' } });
  const { customer, order } = await payForMaya(shop);
  await submitForm(customer, forNoor);
  await testCardsEverywhere(shop, 20);
  const { status, body } = await openCheckoutPage(customer);
  expect([status, body]).toEqual([200, { clientSecret: null, completedOrderNumber: order.orderNumber }]);
  expect((await submitForm(customer, forNoor)).status).toBe(503);
});

test('asks before it orders a second free reading', async () => {
  const shop = createTestApp();
  setPrice(shop, 0);
  const customer = shop.visitor();
  await openCheckoutPage(customer);
  const { body: maya } = await submitForm(customer, forMaya);
  expect(saidBy(await submitForm(customer, forNoor))).toContain(
    `409 Your order ${maya.orderNumber} is confirmed`,
  );
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBe(maya.orderNumber);
  expect((await submitForm(customer, forNoor)).status).toBe(200);
});

test('cancels all unpaid payments of a visitor at a new price', async () => {
  const shop = createTestApp();
  const { customer, ...maya } = await placeOrder(shop, forMaya);
  const { body: noor } = await submitForm(customer, forNoor);
  setPrice(shop, 7000);
  expect((await submitForm(customer, forMaya)).body.error.code).toBe('price_conflict');
  const statuses = [maya, noor].map(({ paymentIntentId }) => shop.payments.find(paymentIntentId)?.status);
  expect(statuses).toEqual(['canceled', 'canceled']);
  const { body } = await submitForm(customer, forMaya);
  expect(body.amount).toBe(70);
  expect(body.orderId).not.toBe(maya.orderId);
});

test('remembers a visitor who ordered within the last day', async () => {
  const shop = createTestApp();
  const { customer } = await placeOrder(shop, forMaya);
  shop.clock.advance(86_000_000);
  const { body: noor } = await submitForm(customer, forNoor);
  shop.clock.advance(1_000_000);
  expect(await cancelAbandonedCheckouts(shop.context)).toBe(1);
  expect((await submitForm(customer, forNoor)).body.orderId).toBe(noor.orderId);
  const maya = await submitForm(customer, forMaya);
  expect([maya.status, shop.payments.find(maya.body.paymentIntentId)?.status]).toEqual([200, 'open']);
});

test('accepts an order whose payment completes while it is attached', async () => {
  const shop = createTestApp();
  const customer = shop.visitor();
  await openCheckoutPage(customer);
  const { attachOrder } = shop.context.payments;
  // The first request is heard, and the SDK repeats it because its answer is lost.
  shop.context.payments.attachOrder = async (id, order) => {
    await attachOrder(id, order);
    shop.payments.pay(id);
    return attachOrder(id, order);
  };
  const { status, body } = await submitForm(customer, forMaya);
  expect(status).toBe(200);
  expect(storedOrder(shop, body.orderId)).toMatchObject({ paymentStatus: 'paid', ...forMaya });
});
