import type { TextStorage } from '../toast-handover.ts';
import { type CheckoutFields, formText } from './form-fields.ts';
import { hasThanked } from './thank-you.ts';

const storageKey = 'checkout-sent';

/**
 * Marks a form with its order and a 32-bit hash (Fowler, Noll and Vo), from which the form cannot be read back. The
 * browser's own digests are missing on plain http.
 */
function mark(orderNumber: string, form: string | null): string {
  let hash = 0;
  for (const letter of `${form}`) hash = Math.imul(hash ^ Number(letter.codePointAt(0)), 0x01000193);
  return `${orderNumber} ${hash}`;
}

/** Remembers in this tab which order the form was sent as. */
export function rememberSent(storage: TextStorage, orderNumber: string, fields: CheckoutFields): void {
  try {
    storage.setItem(storageKey, mark(orderNumber, formText(fields)));
  } catch {
    // Then the customer is asked whether it is another reading.
  }
}

/** @returns the mark of the order that was sent last; empty when there is none */
function lastSent(storage: TextStorage): string {
  try {
    return storage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

/** @returns whether this tab has sent an order whose customer has not been thanked yet */
export function isUnthanked(storage: TextStorage): boolean {
  const [orderNumber] = lastSent(storage).split(' ');
  return !!orderNumber && !hasThanked(storage, orderNumber);
}

/** @returns the number of the order that this tab has sent last, when it was thanked for; else null */
export function placedLast(storage: TextStorage): string | null {
  const [orderNumber = ''] = lastSent(storage).split(' ');
  return hasThanked(storage, orderNumber) ? orderNumber : null;
}

/**
 * @param form the text of a form
 * @returns whether this tab has sent exactly this form as this order
 */
export function isSentAs(storage: TextStorage, orderNumber: string, form: string | null): boolean {
  return lastSent(storage) === mark(orderNumber, form);
}

const idKey = 'checkout-order';

/** Remembers in this tab by which id our server is asked about an order. */
export function rememberOrderId(storage: TextStorage, { orderId, orderNumber }: OrderIds): void {
  try {
    storage.setItem(idKey, JSON.stringify({ orderId, orderNumber }));
  } catch {
    // Then the thank-you page cannot follow its payment; the confirmation comes by email all the same.
  }
}

/** @returns the ids of an order that this tab has sent; null for any other */
export function findOrderIds(storage: TextStorage, orderNumber: string | null): OrderIds | null {
  try {
    const kept: OrderIds | null = JSON.parse(storage.getItem(idKey) ?? 'null');
    return kept?.orderNumber === orderNumber ? kept : null;
  } catch {
    return null;
  }
}

/** By which our server is asked about an order. */
interface OrderIds {
  orderId: string;
  orderNumber: string;
}
