import { expect, test } from 'vitest';
import { writeKept } from '../../lib/kept-text.ts';
import { hasSavedToast, saveToast, takeSavedToast } from '../../lib/saved-toast.ts';
import { fakeStorage } from '../../lib/store-testing.ts';
import { readThankYou } from '../../shared/checkout/payment.ts';
import {
  draftKeys,
  endCheckout,
  findOrderIds,
  forgetDraft,
  formPage,
  isSentAs,
  lastThankedOrder,
  readDraft,
  rememberOrderId,
  rememberSecret,
  rememberSent,
  sentPage,
} from './checkout-memory.ts';
import { findPerson } from './directives/order.ts';
import { emptyFields, formText } from './form-fields.ts';

const thanked = readThankYou('?order=CT-7K3M9Q');
const redirected = readThankYou('?order=CT-7K3M9Q&redirect_status=succeeded');
const checking = readThankYou('?order=CT-7K3M9Q&redirect_status=pending');
const failed = readThankYou('?order=CT-7K3M9Q&redirect_status=failed');
const ofAnother = readThankYou('?order=CT-2B4D6F');

const sent = { ...emptyFields, customerName: 'Maya' };
const draft = 'checkout d1';

/** A tab with a form that was sent as the order of the thank-you. */
function sender() {
  const [storage, device] = [fakeStorage(), fakeStorage()];
  storage.setItem('checkout-draft', 'd1');
  writeKept(device, draft, formText(sent), 0);
  rememberSent(storage, 'CT-7K3M9Q', sent, '');
  return { storage, device };
}

test.each([
  ['keeps what was typed when the payment failed', failed, true],
  ['keeps what was typed while the bank is checking the payment', checking, true],
  ['keeps what was typed when the page names no order', readThankYou(''), true],
  ['keeps what was typed when the page names another order', ofAnother, true],
  ['forgets what was typed once there is an order', thanked, false],
  ['forgets what was typed after a paid redirect, too', redirected, false],
])('%s', (_what, thankYou, isKept) => {
  const { storage, device } = sender();
  endCheckout(storage, device, thankYou);
  expect(device.getItem(draft) !== null).toBe(isKept);
});

test('finds name and address in the newest draft of any tab', () => {
  const device = fakeStorage();
  const keep = (key: string, changes: Partial<typeof sent>, at: number) =>
    writeKept(device, key, formText({ ...emptyFields, ...changes }), at);
  expect(findPerson(device, 0)).toBeNull();
  keep(draft, { customerName: 'Maya' }, 1);
  const ann = { customerName: 'Ann', customerEmail: 'ann@x.example' };
  keep(`${draftKeys('/readings/three-cards').drafts}d2`, { ...ann, backgroundContext: 'Old' }, 2);
  expect(findPerson(device, 2)).toBe(JSON.stringify(ann));
  expect(findPerson(device, 8 * 86_400_000)).toBeNull();
});

test('remembers a sent form as a hash and recognizes a different form', () => {
  const { storage } = sender();
  expect(storage.getItem('checkout-sent')).toMatch(/^CT-7K3M9Q -?\d{1,10}$/);
  const isSent = (number: string, fields: typeof sent) => isSentAs(storage, number, formText(fields));
  expect([isSent('CT-7K3M9Q', sent), isSent('CT-2B4D6F', sent)]).toEqual([true, false]);
  expect(isSent('CT-7K3M9Q', { ...sent, customerName: 'Mayb' })).toBe(false);
});

test.each([
  [ofAnother, null],
  [checking, null],
  [thanked, 'CT-7K3M9Q'],
])('reads the thank-you %j and remembers the order %j', (thankYou, named) => {
  const { storage, device } = sender();
  endCheckout(storage, device, thankYou);
  expect(lastThankedOrder(storage)).toBe(named);
});

test('keeps a draft that changed after its order was sent', () => {
  const { storage, device } = sender();
  writeKept(device, draft, formText({ ...sent, backgroundContext: 'Nine years.' }), 0);
  endCheckout(storage, device, thanked);
  expect(device.getItem(draft)).toContain('Nine years.');
});

test('keeps a saved toast, or adds one once after a paid redirect', () => {
  const [storage, device] = [fakeStorage(), fakeStorage()];
  endCheckout(storage, device, ofAnother);
  expect(hasSavedToast(storage)).toBe(false);
  saveToast(storage, { title: 'Order Confirmed', description: 'Thank you' });
  endCheckout(storage, device, ofAnother);
  expect(takeSavedToast(storage)?.title).toBe('Order Confirmed');
  endCheckout(storage, device, redirected);
  expect(takeSavedToast(storage)?.title).toBe('Payment Successful');
  endCheckout(storage, device, redirected);
  expect(hasSavedToast(storage)).toBe(false);
});

test('finds a sent order’s ids by number and ignores damaged entries', () => {
  const order = { orderId: 'order-1', orderNumber: 'CT-7K3M9Q' };
  const storage = fakeStorage();
  rememberOrderId(storage, order);
  expect(findOrderIds(storage, order.orderNumber)).toEqual(order);
  expect(findOrderIds(storage, 'CT-2B4D6F')).toBeNull();
  storage.setItem('checkout-order', '{"orderId":"ord');
  expect(findOrderIds(storage, order.orderNumber)).toBeNull();
});

test('clears the paid form and keeps the forms of other pages', () => {
  const { storage, device } = sender();
  storage.setItem('checkout-draft/readings/three-cards', 'd2');
  const own = 'checkout/readings/three-cards d2';
  writeKept(device, own, formText(sent), 0);
  rememberSent(storage, 'CT-7K3M9Q', sent, '/readings/three-cards');
  expect(sentPage(storage)).toBe('/readings/three-cards');
  endCheckout(storage, device, thanked);
  expect([device.getItem(own), device.getItem(draft) !== null]).toEqual([null, true]);
  rememberSent(storage, 'CT-7K3M9Q', sent, '');
  expect(sentPage(storage)).toBe('');
});

test('reads a paid order’s form, then removes it from tab and device', () => {
  const [tab, device, other] = [fakeStorage(), fakeStorage(), fakeStorage()];
  const { id, copy, drafts } = draftKeys('/readings/three-cards');
  tab.setItem(id, 'd1');
  tab.setItem(copy, 'typed');
  writeKept(device, `${drafts}d1`, 'typed on', 0);
  const page = '/readings/three-cards';
  expect([device, other].map((storage) => readDraft(page, tab, storage))).toEqual(['typed on', 'typed']);
  expect(readDraft('', tab, device), 'of the home page').toBeNull();
  forgetDraft(page, tab, device);
  expect([device.length, tab.getItem(copy), readDraft(page, tab, device)]).toEqual([0, null, null]);
});

test('identifies a form by its path, empty for the home page', () => {
  expect(formPage({ pathname: '/' })).toBe('');
  expect(formPage({ pathname: '/readings/three-cards/' })).toBe('/readings/three-cards');
});

test('keeps a delivered order’s secret for the page that opened it', () => {
  const tab = fakeStorage();
  expect(rememberSecret('/readings/again', tab, '')).toBeNull();
  expect(rememberSecret('/readings/again', tab, '#after=s3cret')).toBe('s3cret');
  expect(rememberSecret('/readings/again', tab, '#order-title')).toBe('s3cret');
  expect(rememberSecret('/readings/other', tab, '')).toBeNull();
});
