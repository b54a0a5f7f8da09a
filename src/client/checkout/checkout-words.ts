import { formatPrice, parseDollarsToCents } from '../../shared/money.ts';
import { ApiError } from '../api.ts';

/** What stands under the button; one at a time. A toast goes after five seconds, this stays. */
export type CheckoutNotice =
  /** An attempt failed, or the button has to be pressed once more, or the page waits by itself. */
  | { kind: 'failure' | 'news' | 'waiting'; text: string }
  /** An answer takes long; `canLook` when it can be asked for again. */
  | { kind: 'slow'; text: string; canLook: boolean }
  /** An order is paid, and the form may be another one. `isAnswer` when the button was pressed. */
  | { kind: 'question'; orderNumber: string; isAnswer: boolean };

export const words = {
  form: 'Please fill out all required fields correctly.',
  failed: 'Payment could not be processed. Please try again.',
  error: 'Please check your information and try again.',
  general: 'General checkout error occurred',
  walletClosed: 'You closed the wallet. You haven’t been charged.',
  ourTrouble: 'Something went wrong on our end. You haven’t been charged. Please try again in a moment.',
  slowServer: 'This is taking longer than usual. Please keep this page open. You haven’t been charged yet.',
  slowPayment:
    'We haven’t heard back about your payment yet. If your bank asks you to confirm it, please do. You won’t be charged twice.',
  unknown:
    'We don’t know yet whether your payment went through, so we haven’t started a new one. Please try again in a moment.',
};

/** @returns a price in dollars as the button says it: `$60`, `$49.50` */
export function priceText(dollars: number): string {
  const cents = parseDollarsToCents(String(dollars));
  return cents === null ? `$${dollars}` : formatPrice(cents);
}

/** @returns what is said when the button has to be pressed again, at a new price (in dollars) or the one there was */
export function priceNews(price: number, isNew: boolean, needsCard: boolean): string {
  return [
    isNew ? `The price is now ${priceText(price)}.` : 'We had to start your payment over.',
    'You haven’t been charged.',
    needsCard
      ? 'Please enter your card details and press the button again.'
      : 'If that’s okay, press the button again.',
  ].join(' ');
}

/** @returns what is said when the question about a paid order cannot be shown */
export function questionAwaited(orderNumber: string): string {
  return `Your order ${orderNumber} is paid. To order another reading, please press the button again.`;
}

/** @returns what the customer reads of something that was thrown; empty when it has no words of its own */
export function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : '';
  return error.serverMessage || (error.status >= 500 ? words.ourTrouble : '');
}
