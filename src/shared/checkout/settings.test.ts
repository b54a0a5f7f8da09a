import { expect, test } from 'vitest';
import { problemOf } from '../fields.ts';
import { priceProblem, readPrice } from '../offers/price.ts';
import { changePriceSchema } from './settings.ts';

test.each([
  [0, 0],
  [0.5, 50],
  [8.41, 841],
  [49.5, 4950],
  [1.15, 115],
  [999_999.99, 99_999_999],
])('the price %d is accepted as %d cents', (price, priceMinor) => {
  expect(changePriceSchema.parse({ price })).toEqual({ priceMinor });
});

const tooLow =
  'The price may be 0 (a free reading) or at least 0.50: card payments below $0.50 are not possible.';
const tooHigh = 'The price may be at most $999999.99.';
const malformed = 'Please enter a valid price with at most two decimals, up to $999999.99.';
const invalid = 'Please enter a valid price';
test.each([
  [{ price: 0.49 }, tooLow],
  [{ price: 0.1 + 0.2 }, malformed],
  [{ price: 1_000_000 }, tooHigh],
  [{ price: 1e-7 }, malformed],
  [{ price: -1 }, invalid],
  [{ price: Number.NaN }, invalid],
  [{ price: '60' }, invalid],
  [{}, invalid],
  [{ price: 60, currency: 'eur' }, 'There is no field called currency here. Please leave it out.'],
  [60, 'Send the data as a JSON object.'],
])('the price change %j is refused: %s', (input, message) => {
  const result = changePriceSchema.safeParse(input);
  expect(result.error && problemOf(result.error)).toBe(message);
});

test.each([
  [0, null],
  [49, tooLow],
  [50, null],
  [99_999_999, null],
  [100_000_000, tooHigh],
])('of %d cents the problem is %j', (amountMinor, problem) => {
  expect(priceProblem(amountMinor)).toBe(problem);
});

test.each([
  ['0.50', 50, null],
  ['49,50', 4950, null],
  ['999999.99', 99_999_999, null],
  ['0,49', null, tooLow],
  ['1000000', null, tooHigh],
  ['', null, invalid],
  ['49.999', null, invalid],
])('the price %j is read as %j: %j', (typed, amountMinor, problem) => {
  expect(readPrice(typed)).toEqual({ amountMinor, problem });
});
