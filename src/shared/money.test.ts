import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencies, minimumChargeMinor, nearestPrices } from './currencies.ts';
import {
  chargeStep,
  decimalsOf,
  endSentence,
  formatDecimal,
  formatMoney,
  formatPrice,
  parseAmount,
  toMajor,
  toMinor,
  withCode,
} from './money.ts';
import { priceProblem } from './offers/price.ts';

test.each([
  ['0', 'usd', 0],
  ['49.5', 'usd', 4950],
  ['1.15', 'usd', 115],
  ['999999.99', 'usd', 99_999_999],
  [' 60 ', 'usd', 6000],
  ['6000', 'jpy', 6000],
  ['1.234', 'kwd', 1234],
  ['60', 'isk', 6000],
])('reads %j in %s as %d minor units', (text, currency, amountMinor) => {
  expect(parseAmount(text, currency)).toBe(amountMinor);
});

test.each([
  ...['', ' ', 'sixty', '-1', '+1', '1.', '.5', '1.234', '1,50', '1 000', '$60', '60$', '1e3', '0x10', 'NaN'],
  ...['Infinity', '٦٠', '1.2.3', '60\n60', '--1'],
])('refuses %j as an amount', (text) => {
  expect(parseAmount(text, 'usd')).toBeNull();
});

test('allows yen no decimals and dinars three', () => {
  expect([parseAmount('1.5', 'jpy'), parseAmount('1.2345', 'kwd')]).toEqual([null, null]);
  expect(['usd', 'jpy', 'kwd', 'isk', 'huf', 'mga'].map(decimalsOf)).toEqual([2, 0, 3, 2, 2, 0]);
});

test('reads every written amount back and puts a minus before losses', () => {
  expect(formatMoney(-4950, 'usd')).toBe('-$49.50');
  const amounts = fc.integer({ min: 0, max: 99_999_999 });
  fc.assert(
    fc.property(fc.constantFrom(...currencies), amounts, (currency, minor) => {
      expect(parseAmount(formatDecimal(minor, currency), currency)).toBe(minor);
      expect(toMinor(toMajor(minor, currency), currency)).toBe(minor);
    }),
  );
});

test.each([
  [0, 'usd', 'en-US', '$0', '$0.00', '0.00'],
  [6000, 'usd', 'en-US', '$60', '$60.00', '60.00'],
  [4950, 'usd', 'en-US', '$49.50', '$49.50', '49.50'],
  [5, 'usd', 'en-US', '$0.05', '$0.05', '0.05'],
  [123_450, 'eur', 'de-DE', '1.234,50 €', '1.234,50 €', '1234.50'],
  [6000, 'jpy', 'ja-JP', '￥6,000', '￥6,000', '6000'],
  [6500, 'kwd', 'en-KW', 'KWD 6.500', 'KWD 6.500', '6.500'],
  [600_000, 'isk', 'en-US', 'ISK 6,000', 'ISK 6,000', '6000.00'],
])('writes %d in %s for %s as %s, %s and %s', (minor, currency, locale, ...texts) => {
  const shown = [formatPrice(minor, currency, locale), formatMoney(minor, currency, locale)];
  const plain = shown.map((text) => text.replaceAll('\u00a0', ' '));
  expect([...plain, formatDecimal(minor, currency)]).toEqual(texts);
});

test('writes Latin digits on Arabic pages', () => {
  expect(formatMoney(6500, 'kwd', 'ar-KW')).toMatch(/6[.,٫]500/);
});

test('adds the currency code to a dollar sign only', () => {
  expect(withCode('$60', 'cad')).toBe('$60 CAD');
  expect(withCode('60 €', 'eur')).toBe('60 €');
});

test.each([
  ['usd', 50, 1],
  ['eur', 50, 1],
  ['jpy', 50, 1],
  ['huf', 17_500, 1],
  ['kwd', 500, 10],
  ['isk', 100, 100],
])('sets the smallest charge in %s to %d in steps of %d', (currency, minimum, step) => {
  expect([minimumChargeMinor(currency), chargeStep(currency)]).toEqual([minimum, step]);
});

test.each([
  [49.5, 'jpy', 50],
  [60, 'kwd', 60_000],
  [0.5, 'huf', 17_500],
  [0, 'huf', 0],
  [60.4, 'isk', 6000],
])('rounds a price of %d in %s to %d minor units', (amount, currency, minor) => {
  expect(nearestPrices([amount], currency)).toEqual([minor]);
});

test('rounds prices so that each, and their sum, can be charged', () => {
  const prices = fc.array(fc.double({ min: 0, max: 999_999.99, noNaN: true }), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(fc.constantFrom(...currencies), prices, (currency, amounts) => {
      const rounded = nearestPrices(amounts, currency);
      const sum = rounded.reduce((all, price) => all + price, 0);
      const problems = [...rounded, sum].map((price) => priceProblem(price, { currency, locale: 'en-US' }));
      expect(problems).toEqual(problems.map(() => null));
    }),
  );
});

test.each([
  ['dkk', 'da-DK'],
  ['isk', 'is-IS'],
  ['aed', 'ar-AE'],
  ['usd', 'en-US'],
])('ends a sentence after %s in %s with one period', (currency, locale) => {
  const sentence = endSentence(`This costs ${formatMoney(250, currency, locale)}`);
  expect(sentence).toMatch(/[^.\p{Cf}]\p{Cf}*\.\p{Cf}*$/u);
});
