import { test } from 'vitest';
import { holdToPaymentContract } from './payment-contract.ts';
import { stripeProvider } from './stripe-provider.ts';

/* `npm run test:payment-contract`: the real gateway against whatever speaks Stripe's API, Stripe's test mode too. */

const {
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_API_BASE: apiBase = 'https://api.stripe.com',
} = process.env;

if (!secretKey || !publishableKey) {
  test.skip('nothing is asked: set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, of a test mode', () => {});
} else if (/^[a-z]+_live_/.test(secretKey)) {
  throw new Error('STRIPE_SECRET_KEY is a live key: no money may move in a test.');
} else {
  holdToPaymentContract(async () => stripeProvider({ secretKey, publishableKey, apiBase }, 60_000));
}
