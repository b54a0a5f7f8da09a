import { expect, test } from 'vitest';
import { isOrderNumber, orderNumberAlphabet, parseOrderNumber } from './order-number.ts';

test('accepts each of the 32 letters and digits in order numbers', () => {
  expect(new Set(orderNumberAlphabet).size).toBe(32);
  for (const letter of orderNumberAlphabet) expect(isOrderNumber(`CT-${letter.repeat(6)}`)).toBe(true);
});

test.each([
  ...['', 'CT-', '7K3M9Q', 'ct-7k3m9q', 'CT-7K3M9', 'CT-7K3M9QQ', 'CT-7K3M9I', 'CT-7K3M9U', 'CT_7K3M9Q'],
  ...[' CT-7K3M9Q', 'CT-7K3M9Q\n', '<b>CT-7K3M9Q</b>', 'CT-7K3M9Q"onload="x', 'CT-७K3M9Q'],
])('refuses %j as an order number', (text) => {
  expect(isOrderNumber(text)).toBe(false);
});

test.each([
  ...['CT-05QWQD', 'ct-o5qwqd', 'CTO5QWQD', '05QWQD', '# CT 05QWQD', 'CT-05QWQD.', 'CT—05-QWQD'],
  ...['ct\u201105qwqd', ' C T - 0 5 Q W Q D ', 'CT-\u200b05QWQD', 'ＣＴ－０５ＱＷＱＤ'],
])('reads %j as CT-05QWQD', (typed) => {
  expect(parseOrderNumber(typed)).toBe('CT-05QWQD');
});

test.each([
  ['BIT5RX', 'CT-B1T5RX'],
  ['ct-iLo1l0', 'CT-110110'],
  ['CT7K3M', 'CT-CT7K3M'],
  ['CTCT7K3M', 'CT-CT7K3M'],
])('reads %j as %s', (typed, orderNumber) => {
  expect(parseOrderNumber(typed)).toBe(orderNumber);
});

test.each(['', 'CT-', 'CT-05QWQ', 'CT-05QWQDD', 'CT-05QWQU', 'XT-05QWQD', 'maya@x.example', 'Ann CT-05QWQD'])(
  'reads no order number from %j',
  (typed) => {
    expect(parseOrderNumber(typed)).toBeNull();
  },
);
