import type Stripe from 'stripe';
import { sandboxKeys } from '../../../src/sandbox/sandbox-keys.ts';
import { createStripeClient } from '../../../src/server/payments/stripe/stripe-client.ts';

export const silent = { info() {}, warn() {}, error() {} };

/** @returns Stripe's own SDK, connected to the sandbox at an address */
export const createStripe = (apiBase: string, secretKey = sandboxKeys.secretKey): Stripe =>
  createStripeClient({ secretKey, apiBase, retries: 0 });

/**
 * Pays like the customer's browser: with the publishable key and the client secret.
 *
 * @returns whether the card was charged
 */
export async function payWithCard(
  apiBase: string,
  payment: { paymentIntentId: string | null; clientSecret: string | null },
  card = '4242424242424242',
): Promise<boolean> {
  const response = await fetch(`${apiBase}/v1/payment_intents/${payment.paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.publishableKey}` },
    body: new URLSearchParams({
      client_secret: payment.clientSecret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  await response.arrayBuffer();
  return response.status === 200;
}
