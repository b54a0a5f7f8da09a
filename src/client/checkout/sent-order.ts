import type { TextStorage } from '../toast-handover.ts';
import { type CheckoutFields, formText } from './form-fields.ts';

const storageKey = 'checkout-sent';

/** Remembers in this tab which order the form was sent as, and how it stood there. */
export function rememberSent(storage: TextStorage, orderNumber: string, fields: CheckoutFields): void {
  try {
    storage.setItem(storageKey, `${orderNumber} ${formText(fields)}`);
  } catch {
    // Then the customer is asked whether it is another reading.
  }
}

/**
 * @param form the text of a form
 * @returns whether this tab has sent exactly this form as this order
 */
export function isSentAs(storage: TextStorage, orderNumber: string, form: string | null): boolean {
  try {
    return storage.getItem(storageKey) === `${orderNumber} ${form}`;
  } catch {
    return false;
  }
}
