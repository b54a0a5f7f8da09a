import type { PaymentStatus } from '../orders/order-status.ts';

/** Where the provider's script is: Stripe's own, as its loader asks for it, and what stands in for it. */
export const providerScripts = {
  stripe: 'https://js.stripe.com/endive/stripe.js',
  sandbox: '/sandbox/stripe/stripe.js',
};

/** What `POST /api/confirm-payment` answers; `processing`: the customer's bank has not decided yet. */
export type ConfirmedStatus = PaymentStatus | 'processing';

/** What the thank-you page says of the payment. */
export type PaymentOutcome = 'paid' | 'unpaid' | 'checking';

/** The title of the thank-you page for each outcome. */
export const outcomeTitles: Record<PaymentOutcome, string> = {
  paid: 'Order Confirmed',
  unpaid: 'Payment Not Completed',
  checking: 'Payment Being Checked',
};

/**
 * @param redirectStatus what the provider adds to the address it returns to; null when it did not
 *   (https://docs.stripe.com/payments/payment-intents/verifying-status)
 */
export function outcomeOfRedirect(redirectStatus: string | null): PaymentOutcome {
  if (redirectStatus === null || redirectStatus === 'succeeded') return 'paid';
  return redirectStatus === 'failed' ? 'unpaid' : 'checking';
}
