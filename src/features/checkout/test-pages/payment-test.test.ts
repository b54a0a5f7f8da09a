import { expect, test } from 'vitest';
import { beginTestPayment, payTest } from './payment-test.ts';

const settings = {
  ...{ price: 60, currency: 'usd' as const, publishableKey: 'pk_test_1', sandbox: true },
  ...{ promisedDay: '2026-11-25', closed: null },
};

test.each([
  ['secret-1', { provider: 'provider', price: 60, currency: 'usd', clientSecret: 'secret-1' }],
  [null, null],
])('starts a test payment with the secret %j as %j', async (clientSecret, begun) => {
  const calls = { settings: async () => settings, open: async () => ({ clientSecret }) };
  expect(await beginTestPayment(calls, async () => 'provider')).toEqual(begun);
});

test.each([
  [null, null],
  [{ message: 'Your card was declined.', isUncertain: false }, 'Your card was declined.'],
  [{ message: undefined, isUncertain: false }, 'Payment failed'],
  ['processing' as const, 'The bank is still checking this payment.'],
])('when the provider answers %j, the page shows %j', async (answer, said) => {
  const payment = {
    check: async () => null,
    confirm: async () => answer,
    outcomeOf: async () => 'unknown' as const,
  };
  expect(await payTest(payment, 'secret-1', 'https://shop.example/stripe-test')).toBe(said);
});
