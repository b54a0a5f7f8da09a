import { expect, test } from 'vitest';
import {
  confirm,
  openCheckoutPage,
  payFor,
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

test('asks Stripe only a few times for 300 checkout loads at once', async () => {
  const app = createShop();
  const customer = app.visitor();
  const opened = await openCheckoutPage(customer);
  const answers = await atOnce(() => openCheckoutPage(customer));
  for (const { body } of answers) expect(body.clientSecret).toBe(opened.body.clientSecret);
  expect(app.payments.calls.length).toBeLessThan(handful);
});

test('asks Stripe only a few times for 300 different submits', async () => {
  const app = createShop();
  const customer = app.visitor();
  await openCheckoutPage(customer);
  // Without a kept answer, the next payment takes a while.
  const answers = await atOnce((i) =>
    submitForm(customer, { customerEmail: `maya@customers${i % 20}.example` }),
  );
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.error.message).toMatch(/You haven’t been charged\. Please wait/);
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  expect(app.payments.calls.length).toBeLessThan(2 * handful);
});

test('asks Stripe again ten seconds after a cached answer', async () => {
  const app = createShop();
  const { customer, orderId, orderNumber, paymentIntentId } = await placeOrder(app);
  await atOnce(() => openCheckoutPage(customer));
  app.payments.pay(paymentIntentId);
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBeUndefined();
  app.clock.advance(10_000);
  expect((await openCheckoutPage(customer)).body.completedOrderNumber).toBe(orderNumber);
  expect(storedOrder(app, orderId).paymentStatus).toBe('paid');
});

test('asks Stripe only a few times for many payment checks', async () => {
  const app = createShop();
  const order = await placeOrder(app);
  const before = app.payments.calls.length;
  const answers = await Promise.all(Array.from({ length: 250 }, () => confirm(app, order)));
  for (const { body } of answers) expect(body.status).toBe('unpaid');
  expect(app.payments.calls.length - before).toBeLessThan(handful);
  const another = await placeOrder(app);
  expect(await payFor(app, another)).toBe('paid');
  app.payments.pay(order.paymentIntentId);
  app.clock.advance(10_000);
  expect((await confirm(app, order)).body.status).toBe('paid');
});

test('keeps reporting a payment as processing while the bank checks it', async () => {
  const app = createShop();
  const order = await placeOrder(app);
  app.payments.startProcessing(order.paymentIntentId);
  for (let asked = 0; asked < handful; asked += 1) {
    expect((await confirm(app, order)).body.status).toBe('processing');
  }
});
