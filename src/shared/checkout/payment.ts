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
function outcomeOfRedirect(redirectStatus: string | null): PaymentOutcome {
  if (redirectStatus === null || redirectStatus === 'succeeded') return 'paid';
  return redirectStatus === 'failed' ? 'unpaid' : 'checking';
}

export type ThankYou = ReturnType<typeof readThankYou>;

/** Order numbers that the page shows: anyone can put any text into the address. */
const echoedWord = /^[a-z\d-]{4,40}$/i;

/** Parses the thank-you page's query. Without `redirect_status` it is paid; `orderNumber` is null if invalid. */
export function readThankYou(search: string) {
  const parameters = new URLSearchParams(search);
  const order = parameters.get('order') ?? '';
  const redirectStatus = parameters.get('redirect_status');
  return {
    orderNumber: echoedWord.test(order) ? order : null,
    outcome: outcomeOfRedirect(redirectStatus),
    isFree: parameters.get('free') === 'true',
    isRedirected: redirectStatus !== null,
  };
}

export function thankYouPath(orderNumber: string, isFree = false): string {
  return `/thank-you?order=${encodeURIComponent(orderNumber)}${isFree ? '&free=true' : ''}`;
}

/** Returns the thank-you page's path for a payment that is still being checked. */
export function checkingPath(orderNumber: string): string {
  return `${thankYouPath(orderNumber)}&redirect_status=pending`;
}

/** Returns the thank-you page's path for a payment that failed. */
export function unpaidPath(orderNumber: string): string {
  return `${thankYouPath(orderNumber)}&redirect_status=failed`;
}
