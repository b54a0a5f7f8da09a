import { outcomeOfRedirect, type PaymentOutcome } from '../../shared/checkout/payment.ts';
import { isOrderNumber } from '../../shared/orders/order-number.ts';
import type { HandedOverToast, TextStorage } from '../toast-handover.ts';

const storageKey = 'thanked';

export const paidToast = {
  title: 'Payment Successful',
  description: 'Thank you for your purchase! A confirmation email has been sent.',
} satisfies HandedOverToast;

/** For a free order: it does not speak of a purchase. */
export const freeToast = {
  title: 'Order Confirmed',
  description: 'Thank you for your order! A confirmation email has been sent.',
} satisfies HandedOverToast;

export interface ThankYou {
  /** The order number, if the address holds something that has its form. */
  orderNumber: string | null;
  outcome: PaymentOutcome;
  /** Whether there was nothing to pay. */
  isFree: boolean;
  /** Whether the customer comes from the provider's or the bank's page. */
  isRedirected: boolean;
}

/** Reads what the thank-you page's address says; it is only ever echoed, never believed. */
export function readThankYou(search: string): ThankYou {
  const parameters = new URLSearchParams(search);
  const order = parameters.get('order') ?? '';
  const redirectStatus = parameters.get('redirect_status');
  return {
    orderNumber: isOrderNumber(order) ? order : null,
    outcome: outcomeOfRedirect(redirectStatus),
    isFree: parameters.get('free') === 'true',
    isRedirected: redirectStatus !== null,
  };
}

/** Remembers that this tab has thanked for an order, so that the checkout does not lead back to its thank-you. */
export function rememberThanks(storage: TextStorage, orderNumber: string): void {
  try {
    storage.setItem(storageKey, orderNumber);
  } catch {
    // Then the customer is thanked twice.
  }
}

/** @returns whether this tab has thanked for the order last */
export function hasThanked(storage: TextStorage, orderNumber: string): boolean {
  try {
    return storage.getItem(storageKey) === orderNumber;
  } catch {
    return false;
  }
}

/**
 * @param isFree whether there was nothing to pay
 * @returns the address of the order confirmation
 */
export function thankYouPath(orderNumber: string, isFree = false): string {
  return `/thank-you?order=${encodeURIComponent(orderNumber)}${isFree ? '&free=true' : ''}`;
}

/** @returns the address that says that the bank is still checking the payment of an order */
export function checkingPath(orderNumber: string): string {
  return `${thankYouPath(orderNumber)}&redirect_status=pending`;
}

/** @returns the address that says that an order was not paid, and leads back to its form */
export function unpaidPath(orderNumber: string): string {
  return `${thankYouPath(orderNumber)}&redirect_status=failed`;
}
