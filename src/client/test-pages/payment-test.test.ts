import { expect, test } from 'vitest';
import type { PaymentForm } from '../checkout/payment-form.ts';
import { createPaymentTest } from './payment-test.ts';

const settings = {
  price: 60,
  publishableKey: 'pk_test_1',
  sandbox: true,
  promisedDay: '2026-11-25',
  closed: null,
};
const payment = (problem: { message: string | undefined } | null): PaymentForm => ({
  check: async () => null,
  confirm: async () => problem && { ...problem, isUncertain: false },
  outcomeOf: async () => 'unknown',
});

function paymentTest(clientSecret: string | null = 'secret-1') {
  return createPaymentTest({
    calls: { settings: async () => settings, open: async () => ({ clientSecret }) },
    loadProvider: async () => 'provider',
    returnUrl: () => 'https://shop.example/stripe-test',
  });
}

test('a test payment that succeeds says so', async () => {
  const page = paymentTest();
  await page.start();
  expect(page.$state.get().name).toBe('ready');
  await page.pay(payment(null));
  expect(page.$state.get().name).toBe('paid');
});

test.each([
  ['Your card was declined.', 'Your card was declined.'],
  [undefined, 'Payment failed'],
])('a refusal with the words %j is shown as %j', async (given, shown) => {
  const page = paymentTest();
  await page.start();
  await page.pay(payment({ message: given }));
  expect(page.$error.get()).toBe(shown);
  expect(page.$isPaying.get()).toBe(false);
});

test('a payment form that does not load says so', async () => {
  const page = paymentTest(null);
  await page.start();
  expect(page.$state.get()).toMatchObject({ name: 'failed', message: 'Failed to load payment form' });
});
