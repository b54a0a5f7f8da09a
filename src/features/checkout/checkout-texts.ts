import { ApiError } from '../../lib/answers.ts';
import { endSentence, formatPrice, type MoneyStyle, toMinor } from '../../shared/money.ts';

/** The notice under the button. A toast goes after five seconds, this stays. */
export type CheckoutNotice =
  | { kind: 'failure' | 'news' | 'waiting'; text: string }
  /** An answer takes long; `canLook` when the payment can be looked up. */
  | { kind: 'slow'; text: string; canLook: boolean }
  /** An order is paid, and the form may be another one. `isAnswer` when the button was pressed. */
  | { kind: 'question'; orderNumber: string; isAnswer: boolean };

export const checkoutTexts = {
  form: 'Please fill out all required fields correctly.',
  failed: 'Payment could not be processed. Please try again.',
  error: 'Please check your information and try again.',
  general: 'General checkout error occurred',
  walletClosed: 'You closed the wallet. You haven’t been charged.',
  slowServer: 'This is taking longer than usual. Please keep this page open. You haven’t been charged yet.',
  slowPayment:
    'We haven’t heard back about your payment yet. If your bank asks you to confirm it, please do. You won’t be charged twice.',
  unknown:
    'We don’t know yet whether your payment went through, so we haven’t started a new one. Please try again in a moment.',
};

/** @param price in the main unit */
export function priceText(price: number, { currency, locale }: MoneyStyle): string {
  return formatPrice(toMinor(price, currency) ?? 0, currency, locale);
}

/** @returns why the button has to be pressed again. @param newPrice null for the same one */
export function priceChangeText(newPrice: string | null, needsCard: boolean): string {
  return [
    newPrice ? endSentence(`The price is now ${newPrice}`) : 'We had to start your payment over.',
    'You haven’t been charged.',
    needsCard
      ? 'Please enter your card details and press the button again.'
      : 'If that’s okay, press the button again.',
  ].join(' ');
}

/** Returns the notice after another look at a payment. @param isKnown whether it was found to be unpaid */
export function unpaidText(isKnown: boolean): string {
  const time = new Date().toLocaleTimeString('en-US');
  const found = isKnown
    ? 'your payment hasn’t gone through yet. If your bank asks you to confirm it, please do.'
    : 'the payment service didn’t respond. You won’t be charged twice.';
  return `Checked again at ${time}: ${found}`;
}

/** Returns the sentence of an error; empty when it has none, as that of an empty or a proxy's answer. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.serverMessage;
  return error instanceof Error ? error.message : '';
}
