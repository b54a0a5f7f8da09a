import Stripe from 'stripe';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import { createTestGateway } from '../../../src/testing/stripe-gateways.ts';
import { createTestApp } from '../../../src/testing/test-app.ts';

const silent = { info() {}, warn() {}, error() {} };

/** The test app with the genuine Stripe adapter, on a sandbox whose webhooks never arrive by themselves. */
export async function createAppOnSandbox() {
  const app = createTestApp();
  const sandbox: Sandbox = await startSandbox({
    storePath: ':memory:',
    port: 0,
    webhookUrl: null,
    log: silent,
    now: app.clock.now,
  });
  const { apiBase, keys } = sandbox;
  app.context.payments = createTestGateway({ ...keys, apiBase, serviceId: app.context.serviceId });
  return {
    app,
    sandbox,
    stripe: createStripe(apiBase, keys.secretKey),
    async close() {
      await sandbox.close();
      app.db.$client.close();
    },
  };
}

/** @returns Stripe's own SDK, speaking to the sandbox at an address */
export function createStripe(apiBase: string, secretKey: string): Stripe {
  const { hostname, port } = new URL(apiBase);
  return new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/**
 * Pays as the customer's browser does: with the publishable key and the client secret.
 *
 * @returns whether the card was charged
 */
export async function payWithCard(
  apiBase: string,
  payment: { paymentIntentId: string; clientSecret: string },
  card = '4242424242424242',
): Promise<boolean> {
  const response = await fetch(`${apiBase}/v1/payment_intents/${payment.paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.publishableKey}` },
    body: new URLSearchParams({
      client_secret: payment.clientSecret,
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
