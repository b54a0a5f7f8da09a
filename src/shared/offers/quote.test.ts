import { expect, test } from 'vitest';
import { quoteOrder } from './quote.ts';

const reading = { name: 'Reading', priceMinor: 4_999, currency: 'usd', days: 3 };
const rush = { id: 'rush', name: 'Rush', priceMinor: 2_000, days: 1 };
const percent = (percentOff: number) => ({ code: 'SPRING', percentOff, amountOffMinor: null });
const amount = (amountOffMinor: number) => ({ code: 'SPRING', percentOff: null, amountOffMinor });

test.each([
  ['10 percent of 49.99', percent(10), [], 500, 4_499],
  ['half of 49.99, rounded for the customer', percent(50), [], 2_500, 2_499],
  ['a third with an add-on', percent(33), [rush], 2_310, 4_689],
  ['everything', percent(100), [rush], 6_999, 0],
  ['an amount', amount(1_000), [rush], 1_000, 5_999],
  ['no more than the price', amount(9_000), [], 4_999, 0],
])('takes off %s', (_what, code, chosen, discountMinor, amountMinor) => {
  const quote = quoteOrder(reading, chosen, code);
  expect(quote).toMatchObject({ discountMinor, amountMinor });
  expect(quote.lines.at(-1)).toEqual({ label: 'Code SPRING', amountMinor: -discountMinor });
});

test('rounds a discounted price in dinars to a chargeable amount', () => {
  const inDinars = { ...reading, priceMinor: 6_510, currency: 'kwd' };
  expect(quoteOrder(inDinars, [], percent(33))).toMatchObject({ amountMinor: 4_360, discountMinor: 2_150 });
});

test('applies no discount and adds no line without a code', () => {
  expect(quoteOrder(reading, [rush])).toEqual({
    ...{ amountMinor: 6_999, discountMinor: 0, currency: 'usd', days: 1 },
    lines: [
      { label: 'Reading', amountMinor: 4_999 },
      { label: 'Rush', amountMinor: 2_000 },
    ],
  });
});
