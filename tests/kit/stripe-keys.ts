/** Returns the three settings of a shop on Stripe's test or live keys. */
export const stripeKeys = (kind: 'test' | 'live') => ({
  STRIPE_SECRET_KEY: `sk_${kind}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
});
