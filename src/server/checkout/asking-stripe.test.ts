import { expect, test } from 'vitest';
import {
  confirm,
  openCheckoutPage,
  placeOrder,
  storedOrder,
  submitForm,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';

const createShop = () => createTestApp({ env: { RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' } });

/** A visitor who does something 300 times at once may have Stripe asked so often. */
const handful = 10;
const presses = 300;

function atOnce<T>(press: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: presses }, (_, i) => press(i)));
}

test('one cookie that opens the checkout 300 times at once has Stripe asked a handful of times', async () => {
  const app = createShop();
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  const answers = await atOnce(() => openCheckoutPage(customer));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.clientSecret))).toEqual(new Set([opened.body.clientSecret]));
  expect(app.payments.calls.length).toBeLessThan(handful);
});

test('300 presses of one button with another form each time have Stripe asked a handful of times', async () => {
  const app = createShop();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  // There is no answer to repeat: it takes a while until there is another payment.
  const answers = await atOnce((i) =>
    submitForm(customer, { customerEmail: `maya@customers${i % 20}.example` }),
  );
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.error.message).toMatch(/You haven’t been charged\. Please wait/);
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  expect(app.payments.calls.length).toBeLessThan(2 * handful);
});

test('a visitor who was answered from what is known has Stripe asked again ten seconds later', async () => {
  const app = createShop();
  const { customer, orderId, orderNumber, paymentIntentId } = await placeOrder(app);
  await atOnce(() => openCheckoutPage(customer));
  app.payments.pay(paymentIntentId);
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBeUndefined();
  app.clock.advance(10_000);
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBe(orderNumber);
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
});

test('whether an order is paid can be asked 300 times at once; Stripe is asked a handful of times', async () => {
  const app = createShop();
  const order = await placeOrder(app);
  const before = app.payments.calls.length;
  const answers = await Promise.all(Array.from({ length: 250 }, () => confirm(app, order)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(
    new Set(['200 unpaid']),
  );
  expect(app.payments.calls.length - before).toBeLessThan(handful);
  const another = await placeOrder(app);
  app.payments.pay(another.paymentIntentId);
  expect((await confirm(app, another)).body.status).toBe('paid');
  app.payments.pay(order.paymentIntentId);
  app.clock.advance(10_000);
  expect((await confirm(app, order)).body.status).toBe('paid');
});

test('a payment that the bank is checking stays so, however often it is asked about', async () => {
  const app = createShop();
  const order = await placeOrder(app);
  app.payments.startProcessing(order.paymentIntentId);
  for (let asked = 0; asked < handful; asked += 1) {
    expect((await confirm(app, order)).body.status).toBe('processing');
  }
});
