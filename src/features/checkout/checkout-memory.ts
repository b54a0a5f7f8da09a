import { readJson, readKept, type TextStorage } from '../../lib/page-storage.ts';
import { type SavedToast, saveToast } from '../../lib/saved-toast.ts';
import type { ThankYou } from '../../shared/checkout/payment.ts';
import type { OrderIds } from './checkout-calls.ts';
import { type CheckoutFields, formText } from './form-fields.ts';

/* What the tab and the device store about an order form: its draft, its code, and the order that was sent. */

/**
 * Returns where a page's draft is stored: in the tab its `id` and a `copy`, on the device at `drafts` followed by
 * the id.
 * @param page from `formPage`
 */
export const draftKeys = (page: string) => ({
  id: `checkout-draft${page}`,
  copy: `checkout${page}`,
  drafts: `checkout${page} `,
});

/** Returns the path of a form's page, the `page` of this file: `/readings/three-cards`, empty for the home page. */
export function formPage({ pathname }: Pick<Location, 'pathname'>): string {
  return pathname.replace(/\/$/, '');
}

/**
 * Stores in the tab the secret of a delivered order from an offer's URL (`#after=…`), and returns it;
 * without one in the address, returns the secret stored before.
 */
export function rememberSecret(page: string, tab: TextStorage, hash: string): string | null {
  const key = `checkout-after${page}`;
  const secret = new URLSearchParams(hash.slice(1)).get('after');
  if (secret) tab.setItem(key, secret);
  return secret ?? tab.getItem(key);
}

/** Key in the tab's storage for the promotion code from a link or the form. */
export const codeKey = 'checkout-code';

/** Returns the code in an address's query, `?code=SPRING` or `?CODE=SPRING`; empty for `?code=`, undefined without. */
export const codeIn = (search: string): string | undefined =>
  [...new URLSearchParams(search)].find(([name]) => name.toLowerCase() === 'code')?.[1];

/** Returns the promotion code in the address's query, or else the one stored in the tab. */
export function findCode(tab: TextStorage, search: string): string | null {
  return codeIn(search) || tab.getItem(codeKey);
}

/** Returns this tab's draft as `formText` from the device's storage, or else from the tab's. */
export function readDraft(page: string, tab: TextStorage, device: Pick<Storage, 'getItem'>): string | null {
  const { id, copy, drafts } = draftKeys(page);
  return readKept<string>(device, drafts + tab.getItem(id))?.fields ?? tab.getItem(copy);
}

/** Deletes this tab's draft of a page, and the promotion code. */
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

/** Stores the tab's last order in place of the one before: number, page, and a hash of its form for `isSentAs`. */
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

/** Returns the page (`formPage`) of the form that this tab last sent. */
export function sentPage(storage: TextStorage): string {
  return storage.getItem(pageKey) ?? '';
}

/** Returns whether this tab's last order is this one, sent with exactly this `formText`. */
export function isSentAs(storage: TextStorage, orderNumber: string, form: string | null): boolean {
  return storage.getItem(sentKey) === mark(orderNumber, form);
}

function lastSent(storage: TextStorage): string {
  const [orderNumber = ''] = (storage.getItem(sentKey) ?? '').split(' ');
  return orderNumber;
}

/** Returns whether this tab has sent an order whose thank-you page it has not shown yet. */
export function hasUnacknowledgedOrder(storage: TextStorage): boolean {
  const orderNumber = lastSent(storage);
  return orderNumber !== '' && !hasThanked(storage, orderNumber);
}

/** Returns the number of this tab's last order; null until its thank-you page was shown. */
export function lastThankedOrder(storage: TextStorage): string | null {
  const orderNumber = lastSent(storage);
  return hasThanked(storage, orderNumber) ? orderNumber : null;
}

export function rememberOrderId(storage: TextStorage, { orderId, orderNumber }: OrderIds): void {
  storage.setItem(idsKey, JSON.stringify({ orderId, orderNumber }));
}

/** Returns the ids of this tab's last order; null unless it has this number. */
export function findOrderIds(storage: TextStorage, orderNumber: string | null): OrderIds | null {
  const kept = readJson<OrderIds>(storage.getItem(idsKey));
  return kept?.orderNumber === orderNumber ? kept : null;
}

/** Remembers the order of the last thank-you page in this tab. */
export function rememberThanks(storage: TextStorage, orderNumber: string): void {
  storage.setItem(thankedKey, orderNumber);
}

/** Returns whether this tab's last thank-you page was for this order; false for earlier orders. */
export function hasThanked(storage: TextStorage, orderNumber: string): boolean {
  return storage.getItem(thankedKey) === orderNumber;
}

/**
 * Marks a paid order's thank-you as shown and deletes its draft if unchanged; after the bank's redirect, saves a
 * toast. Does nothing the second time.
 */
export function endCheckout(
  storage: TextStorage,
  device: Pick<Storage, 'getItem' | 'removeItem'>,
  { orderNumber, outcome, isRedirected }: ThankYou,
): void {
  if (outcome === 'paid' && orderNumber && !hasThanked(storage, orderNumber)) {
    rememberThanks(storage, orderNumber);
    const page = sentPage(storage);
    const draft = readDraft(page, storage, device);
    if (isSentAs(storage, orderNumber, draft)) forgetDraft(page, storage, device);
    if (isRedirected) saveToast(storage, paidToast);
  }
}

export const paidToast = {
  title: 'Payment Successful',
  description: 'Thank you for your purchase! A confirmation email has been sent.',
} satisfies SavedToast;

export const freeToast = {
  title: 'Order Confirmed',
  description: 'Thank you for your order! A confirmation email has been sent.',
} satisfies SavedToast;
