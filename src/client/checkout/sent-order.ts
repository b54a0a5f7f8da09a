import type { TextStorage } from '../toast-handover.ts';
import { type CheckoutFields, formText } from './form-fields.ts';
import { hasThanked } from './thank-you.ts';

const storageKey = 'checkout-sent';

/** Remembers in this tab which order the form was sent as, and how it stood there. */
export function rememberSent(storage: TextStorage, orderNumber: string, fields: CheckoutFields): void {
  try {
    storage.setItem(storageKey, `${orderNumber} ${formText(fields)}`);
  } catch {
    // Then the customer is asked whether it is another reading.
  }
}

/** @returns the number of the order that was sent last and how its form stood there; empty when there is none */
function lastSent(storage: TextStorage): string {
  try {
    return storage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

/** @returns whether this tab has sent an order for which nobody was thanked yet */
export function isUnthanked(storage: TextStorage): boolean {
  const [orderNumber] = lastSent(storage).split(' ');
  return !!orderNumber && !hasThanked(storage, orderNumber);
}

/**
 * @param form the text of a form
 * @returns whether this tab has sent exactly this form as this order
 */
export function isSentAs(storage: TextStorage, orderNumber: string, form: string | null): boolean {
  return lastSent(storage) === `${orderNumber} ${form}`;
}
