import { expect, test } from 'vitest';
import { writeKept } from '../../lib/kept-text.ts';
import { saveToast, takeSavedToast } from '../../lib/saved-toast.ts';
import { fakeStorage } from '../../lib/store-testing.ts';
import type { ConfirmedStatus } from '../../shared/checkout/payment.ts';
import { emptyFields, formText } from './form-fields.ts';
import {
  checkingPath,
  endCheckout,
  findOrderIds,
  isSentAs,
  lastThankedOrder,
  pollPayment,
  readThankYou,
  rememberOrderId,
  rememberSent,
  sentPage,
  thankYouPath,
  unpaidPath,
} from './sent-order.ts';

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
  ['is kept while there is no order', failed, true],
  ['is kept while the bank is checking the payment', checking, true],
  ['is kept when no order is named', readThankYou(''), true],
  ['is kept when another order is named', ofAnother, true],
  ['is forgotten once there is one', thanked, false],
  ['is forgotten after a redirect, too', redirected, false],
])('what was typed %s', (_what, thankYou, isKept) => {
  const { storage, device } = sender();
  endCheckout(storage, device, thankYou);
  expect(device.getItem(draft) !== null).toBe(isKept);
});

test('what is remembered of a sent form is not what was typed, and tells another one apart', () => {
  const { storage } = sender();
  expect(storage.getItem('checkout-sent')).toMatch(/^CT-7K3M9Q -?\d{1,10}$/);
  const isSent = (number: string, fields: typeof sent) => isSentAs(storage, number, formText(fields));
  expect([isSent('CT-7K3M9Q', sent), isSent('CT-2B4D6F', sent)]).toEqual([true, false]);
  expect(isSent('CT-7K3M9Q', { ...sent, customerName: 'Mayb' })).toBe(false);
});

test('an order that was sent and thanked for is named beside the next form; another one is not', () => {
  const { storage, device } = sender();
  for (const [thankYou, named] of [
    [ofAnother, null],
    [checking, null],
    [thanked, 'CT-7K3M9Q'],
  ] as const) {
    endCheckout(storage, device, thankYou);
    expect(lastThankedOrder(storage)).toBe(named);
  }
});

test('what was changed since the order was sent is kept, and so is the next order', () => {
  const { storage, device } = sender();
  writeKept(device, draft, formText({ ...sent, backgroundContext: 'Nine years.' }), 0);
  endCheckout(storage, device, thanked);
  expect(device.getItem(draft)).toContain('Nine years.');
  writeKept(device, draft, '{"customerName":"Ada"}', 0);
  endCheckout(storage, device, thanked);
  expect(device.getItem(draft)).toContain('Ada');
});

test('the toast of the checkout is left for the toaster; a payment by redirect brings its own, once', () => {
  const [storage, device] = [fakeStorage(), fakeStorage()];
  expect(endCheckout(storage, device, ofAnother)).toBe(false);
  saveToast(storage, { title: 'Order Confirmed', description: 'Thank you' });
  expect(endCheckout(storage, device, ofAnother)).toBe(true);
  expect(takeSavedToast(storage)?.title).toBe('Order Confirmed');
  expect(endCheckout(storage, device, redirected)).toBe(true);
  expect(takeSavedToast(storage)?.title).toBe('Payment Successful');
  expect(endCheckout(storage, device, redirected)).toBe(false);
});

const order = { orderId: 'order-1', orderNumber: 'CT-7K3M9Q' };

test('the ids of the order that was sent are found by its number; a damaged entry counts as none', () => {
  const storage = fakeStorage();
  rememberOrderId(storage, order);
  expect(findOrderIds(storage, order.orderNumber)).toEqual(order);
  expect(findOrderIds(storage, 'CT-2B4D6F')).toBeNull();
  storage.setItem('checkout-order', '{"orderId":"ord');
  expect(findOrderIds(storage, order.orderNumber)).toBeNull();
});

test.each([
  ['paid', 'paid'],
  ['review', 'paid'],
  ['unpaid', 'unpaid'],
] as const)('a payment is followed until it is %s, over answers that do not come', async (last, outcome) => {
  const answers: (ConfirmedStatus | null)[] = ['processing', null, ...Array(10).fill('processing'), last];
  const pauses: number[] = [];
  const followed = await pollPayment(
    order,
    {
      async confirmPayment() {
        const status = answers.shift();
        if (!status) throw new Error('offline');
        return { status };
      },
    },
    async (milliseconds) => void pauses.push(milliseconds),
  );
  expect([followed, answers]).toEqual([outcome, []]);
  expect(pauses.slice(0, 3)).toEqual([3_000, 4_500, 6_750]);
  expect(pauses.at(-1)).toBe(60_000);
});

test.each([
  [thankYouPath('CT-7K3M9Q'), { outcome: 'paid', isFree: false, isRedirected: false }],
  [thankYouPath('CT-7K3M9Q', true), { outcome: 'paid', isFree: true, isRedirected: false }],
  [checkingPath('CT-7K3M9Q'), { outcome: 'checking' }],
  [unpaidPath('CT-7K3M9Q'), { outcome: 'unpaid' }],
])('the address %s is read back', (path, thankYou) => {
  const { search } = new URL(path, 'https://shop.example');
  expect(readThankYou(search)).toMatchObject({ orderNumber: 'CT-7K3M9Q', ...thankYou });
});

const echoed = (order: string) => readThankYou(`?${new URLSearchParams({ order })}`).orderNumber;

test.each(['ct-7k3m9q', 'ORD-2026-000123', 'ABCD', '4711', 'x'.repeat(40)])(
  'the thank-you page repeats the word %s',
  (order) => {
    expect(echoed(order)).toBe(order);
  },
);

test.each([
  ...['', 'ABC', 'x'.repeat(41), 'two words', 'CT_7K3M9Q', 'CT-7K3M9Q!', 'CT-7K3M9Q\n', ' CT-7K3M9Q'],
  ...['<b>bold</b>', 'CT-7K3M9Q/..', 'наказ', 'CT\u20117K3M9Q', 'ab\u200dcd'],
])('the thank-you page leaves out %j', (order) => {
  expect(echoed(order)).toBeNull();
  expect(readThankYou('').orderNumber).toBeNull();
});

test.each([
  ['succeeded', 'paid'],
  ['failed', 'unpaid'],
  ['pending', 'checking'],
  ['processing', 'checking'],
])('a return with the status %s is %s', (status, outcome) => {
  const search = `?order=CT-7K3M9Q&redirect_status=${status}`;
  expect(readThankYou(search).outcome).toBe(outcome);
});

test('the form of an offer is forgotten at its own page, which a failed payment leads back to', () => {
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
