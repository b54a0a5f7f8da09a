import type { PaymentStatus } from '../orders/order-status.ts';

export const providerScripts = {
  stripe: 'https://js.stripe.com/endive/stripe.js',
  sandbox: '/sandbox/stripe/stripe.js',
};

/** What `POST /api/confirm-payment` answers; `processing`: the customer's bank has not decided yet. */
export type ConfirmedStatus = PaymentStatus | 'processing';

export type PaymentOutcome = 'paid' | 'unpaid' | 'checking';

export const outcomeTitles: Record<PaymentOutcome, string> = {
  paid: 'Order Confirmed',
  unpaid: 'Payment Not Completed',
  checking: 'Payment Being Checked',
};

/** Reads `redirect_status`; null is paid. https://docs.stripe.com/payments/payment-intents/verifying-status */
export function outcomeOfRedirect(redirectStatus: string | null): PaymentOutcome {
  if (redirectStatus === null || redirectStatus === 'succeeded') return 'paid';
  return redirectStatus === 'failed' ? 'unpaid' : 'checking';
}
