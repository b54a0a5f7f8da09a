import { outcomeOfRedirect, type PaymentOutcome } from '../../shared/checkout/payment.ts';
import { isOrderNumber } from '../../shared/orders/order-number.ts';
import type { HandedOverToast } from '../toast-handover.ts';

export const paidToast = {
  title: 'Payment Successful',
  description: 'Thank you for your purchase! A confirmation email has been sent.',
} satisfies HandedOverToast;

export const freeToast = {
  title: 'Order Confirmed',
  description: 'Thank you for your order! A confirmation email has been sent.',
} satisfies HandedOverToast;

export interface ThankYou {
  /** Null when the address has nothing of its form. */
  orderNumber: string | null;
  outcome: PaymentOutcome;
  isFree: boolean;
  /** Whether the customer comes from the provider's or the bank's page */
  isRedirected: boolean;
}

/** Reads the address of the thank-you page, unless the server has said that the order is paid. */
export function readThankYou(search: string, isKnownPaid = false): ThankYou {
  const parameters = new URLSearchParams(search);
  const order = parameters.get('order') ?? '';
  const redirectStatus = parameters.get('redirect_status');
  return {
    orderNumber: isOrderNumber(order) ? order : null,
    outcome: isKnownPaid ? 'paid' : outcomeOfRedirect(redirectStatus),
    isFree: parameters.get('free') === 'true',
    isRedirected: redirectStatus !== null,
  };
}

export function thankYouPath(orderNumber: string, isFree = false): string {
  return `/thank-you?order=${encodeURIComponent(orderNumber)}${isFree ? '&free=true' : ''}`;
}

export function checkingPath(orderNumber: string): string {
  return `${thankYouPath(orderNumber)}&redirect_status=pending`;
}

export function unpaidPath(orderNumber: string): string {
  return `${thankYouPath(orderNumber)}&redirect_status=failed`;
}
