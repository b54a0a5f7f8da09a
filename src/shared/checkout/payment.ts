/** What the page knows, when it is made, of how one pays. */
export interface OfferedPayment {
  /** Whether the sandbox stands in for the provider. */
  isSandbox: boolean;
  /** Whether Apple Pay and Google Pay are offered. */
  wallets: boolean;
}

/** Where the provider's script is: Stripe's own, as its loader asks for it, and what stands in for it. */
export const providerScripts = {
  stripe: 'https://js.stripe.com/endive/stripe.js',
  sandbox: '/sandbox/stripe/stripe.js',
};
