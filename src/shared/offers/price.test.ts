import { expect, test } from 'vitest';
import { currencySchema } from '../checkout/public-settings.ts';
import { problemOf } from '../fields.ts';
import { defaultMoneyStyle } from '../money.ts';
import { changePriceSchema } from './offer-schema.ts';
import { priceProblem, readPrice, toPrice } from './price.ts';

test.each([
  [0, 0],
  [0.5, 50],
  [8.41, 841],
  [1.15, 115],
  [999_999.99, 99_999_999],
])('accepts the price %d as %d cents', (price, amountMinor) => {
  expect(changePriceSchema.parse({ price })).toEqual({ price });
  expect(toPrice(price, defaultMoneyStyle)).toEqual({ amountMinor, problem: null });
});

test.each([
  ['dkk', 'da-DK', 1_000_000, /kr\.$/],
  ['chf', 'de-CH', 0.001, /\d\.$/],
])('ends the refusal of a price in %s with one period', (currency, locale, price, end) => {
  const { problem } = toPrice(price, { currency, locale });
  expect(problem).toMatch(end);
  expect(problem).not.toMatch(/\.\.$/);
});

const tooLow =
  'The price may be 0 (a free reading) or at least 0.50: card payments below $0.50 are not possible.';
const tooHigh = 'The price may be at most $999,999.99.';
const malformed = 'Please enter a valid price with at most two decimals, up to $999,999.99.';
const invalid = 'Please enter a valid price';
test.each([
  [0.49, tooLow],
  [0.1 + 0.2, malformed],
  [1_000_000, tooHigh],
  [1e-7, malformed],
])('refuses the price %j: %s', (price, problem) => {
  expect(toPrice(price, defaultMoneyStyle)).toEqual({ amountMinor: null, problem });
});

test.each([
  [{ price: -1 }, invalid],
  [{ price: '60' }, invalid],
  [{}, invalid],
  [{ price: 60, currency: 'eur' }, 'There is no field called currency here. Please leave it out.'],
  [60, 'Send the data as a JSON object.'],
])('refuses the price change %j: %s', (input, message) => {
  const result = changePriceSchema.safeParse(input);
  expect(result.error && problemOf(result.error)).toBe(message);
});

test.each([
  [0, 'usd', null],
  [49, 'usd', tooLow],
  [100_000_000, 'usd', tooHigh],
  [49, 'jpy', tooLow.replace('0.50', '50').replace('$0.50', '¥50')],
  [999_999_999_999, 'idr', null],
  [9_999_999_999, 'cop', null],
  [1_000_000_000, 'inr', 'The price may be at most ₹9,999,999.99.'],
  [100_000_000, 'jpy', 'The price may be at most ¥99,999,999.'],
  [100_000_000_000, 'kwd', 'The price may be at most KWD 99,999.999.'],
  [6005, 'kwd', 'Card payments are possible in steps of KWD 0.010.'],
])('checks the price %d in %s, with the problem %j', (amountMinor, currency, problem) => {
  const found = priceProblem(amountMinor, { currency, locale: 'en-US' });
  expect(found?.replaceAll('\u00a0', ' ') ?? null).toBe(problem);
});

test.each([
  ['0.50', 50, null],
  ['49,50', null, invalid],
  ['1.234.50', null, invalid],
  ['0.49', null, tooLow],
  ['1000000', null, tooHigh],
  ['', null, invalid],
])('reads the price %j as %j: %j', (typed, amountMinor, problem) => {
  expect(readPrice(typed, defaultMoneyStyle)).toEqual({ amountMinor, problem });
});

test('reads a currency however it is written', () => {
  expect(currencySchema.parse({ currency: ' JPY ', locale: 'ja-JP' })).toEqual({
    currency: 'jpy',
    locale: 'ja-JP',
  });
});

test.each([
  [{ currency: 'xyz' }, 'Stripe does not charge in this currency.'],
  [{}, 'The currency must be a code such as EUR.'],
  [{ currency: 'eur', locale: 'xx' }, 'Please choose how amounts are written, such as en-US or de-DE.'],
])('refuses the currency change %j: %s', (input, message) => {
  const result = currencySchema.safeParse(input);
  expect(result.error && problemOf(result.error)).toBe(message);
});
