import { expect, test } from 'vitest';
import { isOrderNumber, orderNumberAlphabet } from './order-number.ts';

test.each(['CT-7K3M9Q', 'CT-000000', 'CT-ZZZZZZ', 'CT-ABCDEF', 'CT-GHJKMN', 'CT-PQRSTV', 'CT-WXYZ12'])(
  '%s is an order number',
  (text) => {
    expect(isOrderNumber(text)).toBe(true);
  },
);

test.each([
  ...[
    '',
    'CT-',
    '7K3M9Q',
    'ct-7k3m9q',
    'CT-7K3M9',
    'CT-7K3M9QQ',
    'CT-7K3M9I',
    'CT-7K3M9L',
    'CT-7K3M9O',
    'CT-7K3M9U',
  ],
  ...['CT_7K3M9Q', ' CT-7K3M9Q', 'CT-7K3M9Q\n', '<b>CT-7K3M9Q</b>', 'CT-7K3M9Q"onload="x', 'CT-७K3M9Q'],
])('%j is not', (text) => {
  expect(isOrderNumber(text)).toBe(false);
});

test('the pattern and the alphabet agree', () => {
  expect(new Set(orderNumberAlphabet).size).toBe(32);
  for (const letter of orderNumberAlphabet) expect(isOrderNumber(`CT-${letter.repeat(6)}`)).toBe(true);
});
