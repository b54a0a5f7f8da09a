import { sandboxKeys } from '../../../src/sandbox/keys.ts';

/*
 * The two built products the browser tests use. The ports are uncommon ones, so that a demo may run
 * beside the tests.
 */

const sandboxPort = '14411';

/** The product on its sandbox, as in the demo; approved readings leave after a short moment. */
export const product = {
  url: 'http://127.0.0.1:14410',
  env: {
    PORT: '14410',
    STRIPE_SANDBOX_PORT: sandboxPort,
    RATE_LIMITS: 'off',
    APPROVAL_UNDO_SECONDS: '0',
    LOG_LEVEL: 'warn',
  },
};

/** Where the sandbox of `product` speaks Stripe's API. */
export const stripeApi = `http://127.0.0.1:${sandboxPort}`;

/**
 * The product with Stripe keys: its pages load the genuine Stripe.js, which the test intercepts. It
 * knows nothing of a sandbox; its Stripe happens to be the sandbox of the other product.
 */
export const genuine = {
  url: 'http://127.0.0.1:14412',
  env: {
    PORT: '14412',
    STRIPE_SECRET_KEY: sandboxKeys.secretKey,
    STRIPE_PUBLISHABLE_KEY: sandboxKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_genuine_product',
    STRIPE_API_BASE: stripeApi,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  },
};
