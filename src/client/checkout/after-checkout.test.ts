import { expect, test } from 'vitest';
import { fakeStorage } from '../store-testing.ts';
import { takeToast } from '../take-toast.ts';
import { leaveToast } from '../toast-handover.ts';
import { endCheckout } from './after-checkout.ts';
import { createCheckoutForm } from './checkout-form.ts';
import { formText } from './form-fields.ts';
import { isSentAs, placedLast, rememberSent } from './sent-order.ts';
import { readThankYou } from './thank-you.ts';

/** Where the draft of a form outlives its tab. */
const device = fakeStorage();

const thanked = readThankYou('?order=CT-7K3M9Q');
const redirected = readThankYou('?order=CT-7K3M9Q&redirect_status=succeeded');
const checking = readThankYou('?order=CT-7K3M9Q&redirect_status=pending');
const failed = readThankYou('?order=CT-7K3M9Q&redirect_status=failed');
const ofAnother = readThankYou('?order=CT-2B4D6F');

/** A form that was typed and sent as the order of the thank-you. */
function storageOfSender() {
  const storage = fakeStorage();
  const form = createCheckoutForm({ storage, device });
  form.change('customerName', 'Maya');
  rememberSent(storage, 'CT-7K3M9Q', form.$fields.get());
  return { storage, form };
}

test.each([
  ['is kept while there is no order', failed, true],
  ['is kept while the bank is checking the payment', checking, true],
  ['is kept when no order is named', readThankYou(''), true],
  ['is kept when another order is named', ofAnother, true],
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
  form.change('customerName', 'Mayb');
  const changed = formText(form.$fields.get());
  const isSent = (number: string, text: string) => isSentAs(storage, number, text);
  expect([isSent('CT-7K3M9Q', sent), isSent('CT-2B4D6F', sent)]).toEqual([true, false]);
  expect(isSent('CT-7K3M9Q', changed)).toBe(false);
});

test('an order that was sent and thanked for is named beside the next form; another one is not', () => {
  const { storage } = storageOfSender();
  for (const [thankYou, named] of [
    [ofAnother, null],
    [checking, null],
    [thanked, 'CT-7K3M9Q'],
  ] as const) {
    endCheckout(storage, device, thankYou);
    expect(placedLast(storage)).toBe(named);
  }
});

test('what was changed since the order was sent is kept, and so is the next order', () => {
  const { storage, form } = storageOfSender();
  form.change('backgroundContext', 'Nine years.');
  endCheckout(storage, device, thanked);
  expect(storage.getItem('checkout')).toContain('Nine years.');
  storage.setItem('checkout', '{"customerName":"Ada"}');
  endCheckout(storage, device, thanked);
  expect(storage.getItem('checkout')).toContain('Ada');
});

test('the toast of the checkout is left for the toaster; a payment by redirect brings its own, once', () => {
  const storage = fakeStorage();
  expect(endCheckout(storage, device, ofAnother)).toBe(false);
  leaveToast(storage, { title: 'Order Confirmed', description: 'Thank you' });
  expect(endCheckout(storage, device, ofAnother)).toBe(true);
  expect(takeToast(storage)?.title).toBe('Order Confirmed');
  expect(endCheckout(storage, device, redirected)).toBe(true);
  expect(takeToast(storage)?.title).toBe('Payment Successful');
  expect(endCheckout(storage, device, redirected)).toBe(false);
});
