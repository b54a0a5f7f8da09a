import { readJson, readKept, type TextStorage } from '../../lib/page-storage.ts';
import { hasSavedToast, type SavedToast, saveToast } from '../../lib/saved-toast.ts';
import type { ThankYou } from '../../shared/checkout/payment.ts';
import type { OrderIds } from './checkout-calls.ts';
import { type CheckoutFields, formText } from './form-fields.ts';

/* What the tab and the device store about an order form: its draft, its code, and the order that was sent. */

/** Returns the storage keys of a page's draft, by path: `/readings/three-cards`, empty for the home page. */
export const draftKeys = (page: string) => ({
  id: `checkout-draft${page}`,
  copy: `checkout${page}`,
  drafts: `checkout${page} `,
});

/** Returns the page of a form by its address. */
export function formPage({ pathname }: Pick<Location, 'pathname'>): string {
  return pathname.replace(/\/$/, '');
}

/**
 * Stores the secret of a delivered order from the hash of an offer's page, `#after=…`, in the tab.
 * @returns the secret, or the one stored before
 */
export function keepSecret(page: string, tab: TextStorage, hash: string): string | null {
  const key = `checkout-after${page}`;
  const secret = new URLSearchParams(hash.slice(1)).get('after');
  if (secret) tab.setItem(key, secret);
  return secret ?? tab.getItem(key);
}

/** Key in the tab's storage for the promotion code of a link or of the form. */
export const codeKey = 'checkout-code';

/** Returns the promotion code that a link names: `/?code=SPRING`, `?CODE=`. */
export const codeIn = (search: string): string | undefined =>
  [...new URLSearchParams(search)].find(([name]) => name.toLowerCase() === 'code')?.[1];

/** Returns the promotion code of the page's link, or else the one stored in the tab. */
export function findCode(tab: TextStorage, search: string): string | null {
  return codeIn(search) || tab.getItem(codeKey);
}

/** Returns this tab's draft from the device's storage, or else from the tab's; null for none. */
export function readDraft(page: string, tab: TextStorage, device: Pick<Storage, 'getItem'>): string | null {
  const { id, copy, drafts } = draftKeys(page);
  return readKept<string>(device, drafts + tab.getItem(id))?.fields ?? tab.getItem(copy);
}

export function forgetDraft(page: string, tab: TextStorage, device: Pick<Storage, 'removeItem'>): void {
  const { id, copy, drafts } = draftKeys(page);
  tab.removeItem(codeKey);
  tab.removeItem(copy);
  device.removeItem(drafts + tab.getItem(id));
}

const sentKey = 'checkout-sent';
const idsKey = 'checkout-order';
const thankedKey = 'thanked';
const pageKey = 'checkout-page';

/** Returns a 32-bit FNV hash: the browser's own digests are not available on plain http. */
function mark(orderNumber: string, form: string | null): string {
  let hash = 0;
  for (const letter of `${form}`) hash = Math.imul(hash ^ Number(letter.codePointAt(0)), 0x01000193);
  return `${orderNumber} ${hash}`;
}

export function rememberSent(
  storage: TextStorage,
  orderNumber: string,
  fields: CheckoutFields,
  page: string,
): void {
  storage.setItem(sentKey, mark(orderNumber, formText(fields)));
  if (page === '') storage.removeItem(pageKey);
  else storage.setItem(pageKey, page);
}

/** Returns the page of the form that this tab last sent: `/readings/three-cards`, empty for the home page. */
export function sentPage(storage: TextStorage): string {
  return storage.getItem(pageKey) ?? '';
}

/** Returns whether this tab last sent exactly this text of the form (`formText`) as this order. */
export function isSentAs(storage: TextStorage, orderNumber: string, form: string | null): boolean {
  return storage.getItem(sentKey) === mark(orderNumber, form);
}

function lastSent(storage: TextStorage): string {
  const [orderNumber = ''] = (storage.getItem(sentKey) ?? '').split(' ');
  return orderNumber;
}

/** Returns whether the order this tab sent last still lacks its thank-you; false when it sent none. */
export function hasUnacknowledgedOrder(storage: TextStorage): boolean {
  const orderNumber = lastSent(storage);
  return orderNumber !== '' && !hasThanked(storage, orderNumber);
}

/** Returns the number of the order this tab sent last; null unless its thank-you was shown. */
export function lastThankedOrder(storage: TextStorage): string | null {
  const orderNumber = lastSent(storage);
  return hasThanked(storage, orderNumber) ? orderNumber : null;
}

export function rememberOrderId(storage: TextStorage, { orderId, orderNumber }: OrderIds): void {
  storage.setItem(idsKey, JSON.stringify({ orderId, orderNumber }));
}

/** Returns the ids of the order this tab placed last; null unless its number matches. */
export function findOrderIds(storage: TextStorage, orderNumber: string | null): OrderIds | null {
  const kept = readJson<OrderIds>(storage.getItem(idsKey));
  return kept?.orderNumber === orderNumber ? kept : null;
}

export function rememberThanks(storage: TextStorage, orderNumber: string): void {
  storage.setItem(thankedKey, orderNumber);
}

/** Returns whether this is the last order whose thank-you this tab has shown; forgets older ones. */
export function hasThanked(storage: TextStorage, orderNumber: string): boolean {
  return storage.getItem(thankedKey) === orderNumber;
}

/** Marks a paid order's thank-you as shown and deletes its draft. @returns whether a toast is saved */
export function endCheckout(
  storage: TextStorage,
  device: Pick<Storage, 'getItem' | 'removeItem'>,
  { orderNumber, outcome, isRedirected }: ThankYou,
): boolean {
  if (outcome === 'paid' && orderNumber && !hasThanked(storage, orderNumber)) {
    rememberThanks(storage, orderNumber);
    const page = sentPage(storage);
    const draft = readDraft(page, storage, device);
    if (isSentAs(storage, orderNumber, draft)) forgetDraft(page, storage, device);
    if (isRedirected) saveToast(storage, paidToast);
  }
  return hasSavedToast(storage);
}

export const paidToast = {
  title: 'Payment Successful',
  description: 'Thank you for your purchase! A confirmation email has been sent.',
} satisfies SavedToast;

export const freeToast = {
  title: 'Order Confirmed',
  description: 'Thank you for your order! A confirmation email has been sent.',
} satisfies SavedToast;
