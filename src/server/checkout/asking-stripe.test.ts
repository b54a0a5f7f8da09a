import { expect, test } from 'vitest';
import { confirm, openCheckoutPage, placeOrder, storedOrder, submitForm } from '../../testing/builders.ts';
import { createFakePayments } from '../../testing/fake-payments.ts';
import { createFakeClock, createTestApp } from '../../testing/test-app.ts';
import { createRecentPayments } from '../payments/recent-payments.ts';

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

test('what Stripe said is known for ten seconds, of the newest ten thousand payments', async () => {
  const opened = await createFakePayments().openPayment({ amountCents: 6000, idempotencyKey: 'one' });
  const payment = (i: number) => ({ ...opened, id: `pi_${i}` });
  const clock = createFakeClock();
  const recent = createRecentPayments(clock, true);
  for (let i = 0; i <= 10_000; i++) recent.keep(payment(i));
  clock.advance(9_999);
  expect([recent.recall('pi_0'), recent.recall('pi_1')]).toEqual([null, payment(1)]);
  clock.advance(1);
  expect(recent.recall('pi_1')).toBeNull();
});

test('a visitor who has asked six times waits until ten seconds after the first', () => {
  const clock = createFakeClock();
  const recent = createRecentPayments(clock, true);
  const waits = () => Array.from({ length: 7 }, () => recent.take('visitor'));
  expect(waits()).toEqual([0, 0, 0, 0, 0, 0, 10_000]);
  clock.advance(4_000);
  expect([recent.take('visitor'), recent.take('another visitor')]).toEqual([6_000, 0]);
  clock.advance(6_000);
  expect(waits()).toEqual([0, 0, 0, 0, 0, 0, 10_000]);
});
