import { readJson, type TextStorage } from '../../lib/page-storage.ts';
import { hasSavedToast, type SavedToast, saveToast } from '../../lib/saved-toast.ts';
import { outcomeOfRedirect } from '../../shared/checkout/payment.ts';
import type { CheckoutCalls, OrderIds } from './checkout-calls.ts';
import { forgetDraft, readDraft } from './draft.ts';
import { type CheckoutFields, formText } from './form-fields.ts';

const sentKey = 'checkout-sent';
const idsKey = 'checkout-order';
const thankedKey = 'thanked';
const pageKey = 'checkout-page';

/** A 32-bit hash (Fowler, Noll and Vo): the browser's own digests are missing on plain http. */
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

/** Returns whether this text of the form (`formText`) is what this tab last sent, and as this order. */
export function isSentAs(storage: TextStorage, orderNumber: string, form: string | null): boolean {
  return storage.getItem(sentKey) === mark(orderNumber, form);
}

function lastSent(storage: TextStorage): string {
  const [orderNumber = ''] = (storage.getItem(sentKey) ?? '').split(' ');
  return orderNumber;
}

/** Returns whether this tab was not yet thanked for the order it sent last; false when it sent none. */
export function hasUnacknowledgedOrder(storage: TextStorage): boolean {
  const orderNumber = lastSent(storage);
  return orderNumber !== '' && !hasThanked(storage, orderNumber);
}

/** Returns the number of the order this tab sent last; null unless it was thanked for. */
export function lastThankedOrder(storage: TextStorage): string | null {
  const orderNumber = lastSent(storage);
  return hasThanked(storage, orderNumber) ? orderNumber : null;
}

export function rememberOrderId(storage: TextStorage, { orderId, orderNumber }: OrderIds): void {
  storage.setItem(idsKey, JSON.stringify({ orderId, orderNumber }));
}

/** Returns the ids of the order this tab placed last; null unless it has this number. */
export function findOrderIds(storage: TextStorage, orderNumber: string | null): OrderIds | null {
  const kept = readJson<OrderIds>(storage.getItem(idsKey));
  return kept?.orderNumber === orderNumber ? kept : null;
}

export function rememberThanks(storage: TextStorage, orderNumber: string): void {
  storage.setItem(thankedKey, orderNumber);
}

/** Returns whether this is the last order that this tab was thanked for; earlier ones are not remembered. */
export function hasThanked(storage: TextStorage, orderNumber: string): boolean {
  return storage.getItem(thankedKey) === orderNumber;
}

/** Marks a paid order as thanked, and deletes the draft if it was sent as it. @returns whether a toast is saved */
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

const firstPauseMs = 3_000;
const longestPauseMs = 60_000;

/** Asks our server, at growing pauses and without end, until the payment is decided; failed calls are ignored. */
export async function pollPayment(
  order: OrderIds,
  { confirmPayment }: Pick<CheckoutCalls, 'confirmPayment'>,
  pause: (milliseconds: number) => Promise<void>,
): Promise<'paid' | 'unpaid'> {
  for (let wait = firstPauseMs; ; wait = Math.min(wait * 1.5, longestPauseMs)) {
    await pause(wait);
    const answer = await confirmPayment(order).catch(() => null);
    if (answer && answer.status !== 'processing') return answer.status === 'unpaid' ? 'unpaid' : 'paid';
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

export type ThankYou = ReturnType<typeof readThankYou>;

/** What is repeated as an order's number: anyone can write it into the address. */
const echoedWord = /^[a-z\d-]{4,40}$/i;

/** Reads the address of the thank-you page. */
export function readThankYou(search: string) {
  const parameters = new URLSearchParams(search);
  const order = parameters.get('order') ?? '';
  const redirectStatus = parameters.get('redirect_status');
  return {
    orderNumber: echoedWord.test(order) ? order : null,
    outcome: outcomeOfRedirect(redirectStatus),
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
