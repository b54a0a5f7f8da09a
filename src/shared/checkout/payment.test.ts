import { expect, test } from 'vitest';
import { checkingPath, readThankYou, thankYouPath, unpaidPath } from './payment.ts';

test.each([
  [thankYouPath('CT-7K3M9Q'), { outcome: 'paid', isFree: false, isRedirected: false }],
  [thankYouPath('CT-7K3M9Q', true), { outcome: 'paid', isFree: true, isRedirected: false }],
  [checkingPath('CT-7K3M9Q'), { outcome: 'checking' }],
  [unpaidPath('CT-7K3M9Q'), { outcome: 'unpaid' }],
])('reads the address %s back', (path, thankYou) => {
  const { search } = new URL(path, 'https://shop.example');
  expect(readThankYou(search)).toMatchObject({ orderNumber: 'CT-7K3M9Q', ...thankYou });
});

const echoed = (order: string) => readThankYou(`?${new URLSearchParams({ order })}`).orderNumber;

test.each(['ct-7k3m9q', 'ORD-2026-000123', 'ABCD', '4711', 'x'.repeat(40)])(
  'shows the order %s from the address on the thank-you page',
  (order) => {
    expect(echoed(order)).toBe(order);
  },
);

test.each([
  ...['', 'ABC', 'x'.repeat(41), 'two words', 'CT_7K3M9Q', 'CT-7K3M9Q!', 'CT-7K3M9Q\n', ' CT-7K3M9Q'],
  ...['<b>bold</b>', 'CT-7K3M9Q/..', 'наказ', 'CT\u20117K3M9Q', 'ab\u200dcd'],
])('leaves %j out of the thank-you page', (order) => {
  expect(echoed(order)).toBeNull();
  expect(readThankYou('').orderNumber).toBeNull();
});

test.each([
  ['succeeded', 'paid'],
  ['failed', 'unpaid'],
  ['pending', 'checking'],
])('reads a return with the status %s as %s', (status, outcome) => {
  const search = `?order=CT-7K3M9Q&redirect_status=${status}`;
  expect(readThankYou(search).outcome).toBe(outcome);
});
