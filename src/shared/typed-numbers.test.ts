import { expect, test } from 'vitest';
import { amountText, readAmount } from './typed-numbers.ts';

const us = { currency: 'usd', locale: 'en-US' };
const germany = { currency: 'eur', locale: 'de-DE' };
const japan = { currency: 'jpy', locale: 'ja-JP' };
const kuwait = { currency: 'kwd', locale: 'en-KW' };
const switzerland = { currency: 'chf', locale: 'de-CH' };

test.each([
  ['49.50', us, 4950],
  ['49,5', us, 4950],
  ['$ 1,234.50', us, 123_450],
  ['1.234,50', us, 123_450],
  ['12345', us, 1_234_500],
  ['60 USD', us, 6000],
  ['49,50', germany, 4950],
  ['1.234,50 €', germany, 123_450],
  ['6,000', japan, 6000],
  ['￥6,000', japan, 6000],
  ['1.234', kuwait, 1234],
  ['1,234.567', kuwait, 1_234_567],
  ['CHF 1’234.50', switzerland, 123_450],
])('reads %j in a money field of %j as %d minor units', (typed, style, amountMinor) => {
  expect(readAmount(typed, style, 'No amount.')).toEqual({ amountMinor, problem: null });
});

const ambiguous = (typed: string, other: string) =>
  `${typed} could mean two amounts. Write 1234, or use a decimal ${other}.`;
test.each([
  ['1,234', us, ambiguous('1,234', 'point')],
  ['1.234', germany, ambiguous('1.234', 'comma')],
  ['1,234', kuwait, ambiguous('1,234', 'point')],
  ['', us, 'No amount.'],
  ['0,234', us, 'No amount.'],
  ['1.234', us, 'No amount.'],
  ['1,234,50', us, 'No amount.'],
  ['49,', us, 'No amount.'],
  ['-1', us, 'No amount.'],
  ['60 EUR', us, 'No amount.'],
  ['49,50', japan, 'No amount.'],
])('refuses %j in a money field of %j: %s', (typed, style, problem) => {
  expect(readAmount(typed, style, 'No amount.')).toEqual({ amountMinor: null, problem });
});

test.each([
  [49.5, us, '49.50'],
  [1234.5, germany, '1234,50'],
  [6000, japan, '6000'],
])('writes %d in a field of %j as %j', (amount, style, text) => {
  expect(amountText(amount, style)).toBe(text);
});
