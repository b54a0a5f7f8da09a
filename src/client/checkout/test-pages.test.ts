import { expect, test } from 'vitest';
import { ApiError } from '../api.ts';
import type { PaymentForm } from './checkout.ts';
import { createEmailTest, createPaymentTest } from './test-pages.ts';

function emailTest(send: (email: string) => Promise<unknown>) {
  const toasts: string[] = [];
  const page = createEmailTest({
    send,
    toast: ({ title, description }) => toasts.push(`${title}: ${description}`),
  });
  return { page, toasts };
}

test('a test email is sent and said to be', async () => {
  const sent: string[] = [];
  const { page, toasts } = emailTest(async (email) => sent.push(email));
  await page.send(' anna@example.com ');
  expect(sent).toEqual(['anna@example.com']);
  expect(toasts).toEqual(['Email Sent!: Check your inbox for the test email']);
});

test('an address that is none is not sent to', async () => {
  const { page, toasts } = emailTest(() => Promise.reject(new Error('was called')));
  await page.send('anna');
  expect(toasts).toEqual(['Invalid Email: Please enter a valid email address.']);
});

test.each([
  [502, 'Could not send test email. Check SMTP configuration.'],
  [429, 'Wait an hour.'],
])('a failure with status %i is told as %j', async (status, message) => {
  const body = JSON.stringify({ error: { code: 'x', message: 'Wait an hour.' } });
  const { page, toasts } = emailTest(() => Promise.reject(new ApiError(status, body, '')));
  await page.send('anna@example.com');
  expect(toasts).toEqual([`Email Failed: ${message}`]);
});

const settings = { price: 60, publishableKey: 'pk_test_1', sandbox: true };
const payment = (problem: { message: string | undefined } | null): PaymentForm => ({
  check: async () => null,
  refreshAmount: async () => undefined,
  confirm: async () => problem,
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
