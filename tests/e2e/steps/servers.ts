import { sandboxKeys } from '../../../src/sandbox/sandbox-keys.ts';

/*
 * The two built products for browser tests, on three ports from TEST_PORT on: uncommon ones, so that a demo
 * can run beside the tests, and a setting, so that two checkouts can be tested at once.
 */

const port = Number(process.env.TEST_PORT ?? 14410);
const sandboxPort = String(port + 1);

/** The product on its sandbox, as in the demo; it sends approved readings after a short moment. */
export const product = {
  url: `http://127.0.0.1:${port}`,
  env: {
    PORT: String(port),
    STRIPE_SANDBOX_PORT: sandboxPort,
    RATE_LIMITS: 'off',
    APPROVAL_UNDO_SECONDS: '0',
    LOG_LEVEL: 'warn',
  },
};

/** Where the sandbox of `product` speaks Stripe's API. */
export const stripeApi = `http://127.0.0.1:${sandboxPort}`;

/** The product with Stripe keys, the genuine Stripe.js (intercepted by tests), and `product`’s sandbox. */
export const genuine = {
  url: `http://127.0.0.1:${port + 2}`,
  env: {
    PORT: String(port + 2),
    STRIPE_SECRET_KEY: sandboxKeys.secretKey,
    STRIPE_PUBLISHABLE_KEY: sandboxKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_genuine_product',
    STRIPE_API_BASE: stripeApi,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  },
};
