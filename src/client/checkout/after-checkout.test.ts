import { expect, test } from 'vitest';
import { takeToast } from '../take-toast.ts';
import { leaveToast } from '../toast-handover.ts';
import { endCheckout } from './after-checkout.ts';
import { createCheckoutForm } from './checkout-form.ts';
import { formText } from './form-fields.ts';
import { isSentAs, placedLast, rememberSent } from './sent-order.ts';
import { readThankYou } from './thank-you.ts';

function storageWith(entries: Record<string, string>) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** Where the draft of a form outlives its tab. */
const device = { removeItem: () => undefined };

const thanked = readThankYou('?order=CT-7K3M9Q');
const redirected = readThankYou('?order=CT-7K3M9Q&redirect_status=succeeded');
const checking = readThankYou('?order=CT-7K3M9Q&redirect_status=pending');
const failed = readThankYou('?order=CT-7K3M9Q&redirect_status=failed');

/** A form that was typed and sent as the order of the thank-you. */
function storageOfSender() {
  const storage = storageWith({});
  const form = createCheckoutForm({ storage, device });
  form.change('customerName', 'Maya');
  rememberSent(storage, 'CT-7K3M9Q', form.$fields.get());
  return { storage, form };
}

test.each([
  ['is kept while there is no order', failed, true],
  ['is kept while the bank is checking the payment', checking, true],
  ['is kept when no order is named', readThankYou(''), true],
  ['is forgotten once there is one', thanked, false],
  ['is forgotten after a redirect, too', redirected, false],
])('what was typed %s', (_what, thankYou, isKept) => {
  const { storage } = storageOfSender();
  endCheckout(storage, device, thankYou);
  expect(storage.getItem('checkout') !== null).toBe(isKept);
});

test('what is remembered of a sent form is not what was typed, and tells another one apart', () => {
  const { storage, form } = storageOfSender();
  const sent = formText(form.$fields.get());
  expect(storage.getItem('checkout-sent')).toMatch(/^CT-7K3M9Q -?\d{1,10}$/);
  expect(isSentAs(storage, 'CT-7K3M9Q', sent)).toBe(true);
  expect(isSentAs(storage, 'CT-2B4D6F', sent)).toBe(false);
  form.change('customerName', 'Mayb');
  expect(isSentAs(storage, 'CT-7K3M9Q', formText(form.$fields.get()))).toBe(false);
});

test('an order that was sent and thanked for is named beside the next form; another one is not', () => {
  const { storage } = storageOfSender();
  expect(placedLast(storage)).toBeNull();
  endCheckout(storage, device, readThankYou('?order=CT-2B4D6F'));
  expect(placedLast(storage)).toBeNull();
  endCheckout(storage, device, checking);
  expect(placedLast(storage)).toBeNull();
  endCheckout(storage, device, thanked);
  expect(placedLast(storage)).toBe('CT-7K3M9Q');
});

test('what was typed for another reading outlives a look at the paid order', () => {
  const { storage, form } = storageOfSender();
  endCheckout(storage, device, readThankYou('?order=CT-2B4D6F'));
  expect(storage.getItem('checkout')).toContain('Maya');
  form.change('backgroundContext', 'Nine years.');
  endCheckout(storage, device, thanked);
  expect(storage.getItem('checkout')).toContain('Nine years.');
});

test('looking back at a thank-you forgets nothing of the next order', () => {
  const storage = storageWith({});
  endCheckout(storage, device, thanked);
  storage.setItem('checkout', '{"customerName":"Ada"}');
  endCheckout(storage, device, thanked);
  expect(storage.getItem('checkout')).not.toBeNull();
});

test("the checkout's toast is announced and left for the toaster", () => {
  const storage = storageWith({});
  expect(endCheckout(storage, device, thanked)).toBe(false);
  leaveToast(storage, { title: 'Order Confirmed', description: 'Thank you' });
  expect(endCheckout(storage, device, thanked)).toBe(true);
  expect(takeToast(storage)?.title).toBe('Order Confirmed');
});

test('a payment by redirect brings its toast itself, once', () => {
  const storage = storageWith({});
  expect(endCheckout(storage, device, redirected)).toBe(true);
  expect(takeToast(storage)?.title).toBe('Payment Successful');
  expect(endCheckout(storage, device, redirected)).toBe(false);
});
