import { isOrderNumber } from '../shared/order-number.ts';

/** @returns the address of the order confirmation */
export function thankYouPath(orderNumber: string): string {
  return `/thank-you?order=${encodeURIComponent(orderNumber)}`;
}

export interface ThankYou {
  /** The order number, if the address holds something that has its form. */
  orderNumber: string | null;
  /** False when the provider sent the customer back without a payment (https://docs.stripe.com/payments/accept-a-payment). */
  isPaid: boolean;
}

/** Reads what the thank-you page's address says; it is only ever echoed, never believed. */
export function readThankYou(search: string): ThankYou {
  const parameters = new URLSearchParams(search);
  const order = parameters.get('order') ?? '';
  return {
    orderNumber: isOrderNumber(order) ? order : null,
    isPaid: parameters.get('redirect_status') !== 'failed',
  };
}
