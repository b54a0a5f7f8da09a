import type Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { startStripeAccount } from '../../../../tests/kit/stripe-account.ts';
import { registerDomain } from './register-domain.ts';
import { createStripeClient } from './stripe-client.ts';

const shop = 'https://tarot.example.com';

async function start() {
  const stripe = await startStripeAccount();
  onTestFinished(() => stripe.close());
  const client = createStripeClient({ secretKey: 'rk_test_hunter2', apiBase: stripe.apiBase });
  return {
    stripe,
    register: (url = shop) => registerDomain(client, url),
    domains: () => stripe.store.list('payment_method_domain', {}).data,
    change: (changes: Partial<Stripe.PaymentMethodDomain>) =>
      stripe.store.put({ ...stripe.store.find('payment_method_domain', 'pmd_1'), ...changes }),
  };
}

test('registers an unknown domain once and enables a disabled one again', async () => {
  const { stripe, register, domains, change } = await start();
  expect(await register()).toEqual(['Registered tarot.example.com for Apple Pay and Google Pay.']);
  expect(domains()).toMatchObject([{ domain_name: 'tarot.example.com', enabled: true }]);
  stripe.calls.length = 0;
  expect(await register()).toEqual(['tarot.example.com is registered for Apple Pay and Google Pay.']);
  expect(stripe.calls).toEqual(['GET payment_method_domains']);
  change({ enabled: false });
  expect(await register()).toEqual(['tarot.example.com: is enabled for wallets again.']);
  expect(domains()).toMatchObject([{ enabled: true }]);
});

test('validates an inactive wallet again and shows Stripe’s reason', async () => {
  const { stripe, register, change } = await start();
  await register();
  stripe.calls.length = 0;
  const error_message = 'The domain could not be reached.';
  change({ apple_pay: { status: 'inactive', status_details: { error_message } } });
  expect(await register()).toEqual([`tarot.example.com: Apple Pay is not active. ${error_message}`]);
  expect(stripe.calls).toEqual(['GET payment_method_domains', 'POST payment_method_domains/pmd_1/validate']);
});

test('registers nothing without https and does not call Stripe', async () => {
  const { stripe, register } = await start();
  expect(await register('http://localhost:4321')).toEqual([
    'localhost: wallets need https, so nothing is registered for them.',
  ]);
  expect(stripe.calls).toEqual([]);
});

test('names the permission that the key lacks', async () => {
  const { stripe, register } = await start();
  stripe.forbid('POST payment_method_domains', 'rak_payment_method_domain_write');
  await expect(register()).rejects.toMatchObject({
    cause: { words: expect.stringContaining('rak_payment_method_domain_write') },
  });
});
