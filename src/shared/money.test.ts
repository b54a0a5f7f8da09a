import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  centsToDollars,
  formatCents,
  formatDecimal,
  formatPrice,
  parseDollarsToCents,
  readAmount,
} from './money.ts';

test.each([
  ['0', 0],
  ['49.5', 4950],
  ['0.07', 7],
  ['1.15', 115],
  ['999999.99', 99_999_999],
  [' 60 ', 6000],
  ['007', 700],
])('the price %j is %d cents', (text, amountMinor) => {
  expect(parseDollarsToCents(text)).toBe(amountMinor);
});

test.each([
  ...['', ' ', 'sixty', '-1', '+1', '1.', '.5', '1.234', '1,50', '1 000', '$60', '60$', '1e3', '0x10', 'NaN'],
  ...['Infinity', '٦٠', '1.2.3', '60\n60', '--1'],
])('%j is not a price', (text) => {
  expect(parseDollarsToCents(text)).toBeNull();
});

test.each([
  ['49.50', 4950],
  ['49,5', 4950],
  [' 0,07 ', 7],
  ['$ 1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['1,234,567.89', 123_456_789],
  ['12345', 1_234_500],
])('%j in a money field is read as %d cents', (typed, amountMinor) => {
  expect(readAmount(typed, 'No amount.')).toEqual({ amountMinor, problem: null });
});

const twoReadings = (typed: string, whole: string) =>
  `${typed} can mean two amounts. Write ${whole} without the comma, or the cents with a point.`;
test.each([
  ['1,234', twoReadings('1,234', '1234')],
  ['', 'No amount.'],
  ['0,234', 'No amount.'],
  ['1.234', 'No amount.'],
  ['1,23,4', 'No amount.'],
  ['1,234,50', 'No amount.'],
  ['49,', 'No amount.'],
  [',50', 'No amount.'],
  ['-1', 'No amount.'],
  ['1e2', 'No amount.'],
])('%j in a money field is refused: %s', (typed, problem) => {
  expect(readAmount(typed, 'No amount.')).toEqual({ amountMinor: null, problem });
});

test('every amount survives being written and read again, to the cent; a loss has a minus', () => {
  expect(formatCents(-4950)).toBe('-$49.50');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (amountMinor) => {
      expect(parseDollarsToCents(formatDecimal(amountMinor))).toBe(amountMinor);
      expect(parseDollarsToCents(String(centsToDollars(amountMinor)))).toBe(amountMinor);
    }),
  );
});

test.each([
  [0, '$0', '$0.00', '0.00'],
  [6000, '$60', '$60.00', '60.00'],
  [4950, '$49.50', '$49.50', '49.50'],
  [5, '$0.05', '$0.05', '0.05'],
  [99_999_999, '$999999.99', '$999999.99', '999999.99'],
])(
  '%d cents are shown as %s on the button, as %s in a text and as %s in a field',
  (amountMinor, price, full, decimal) => {
    expect([formatPrice(amountMinor), formatCents(amountMinor), formatDecimal(amountMinor)]).toEqual([
      price,
      full,
      decimal,
    ]);
  },
);
