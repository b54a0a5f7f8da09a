import { expect, test } from 'vitest';
import { readerLabel } from './reader-choice.ts';

test.each([
  [{}, 'rita'],
  [{ openOrders: 4, maxOpenOrders: 5 }, 'rita'],
  [{ openOrders: 5, maxOpenOrders: 5 }, 'rita · full (5 of 5)'],
  [{ openOrders: 6, maxOpenOrders: 5 }, 'rita · full (6 of 5)'],
  [{ awayUntil: '2026-11-30' }, 'rita · away until Nov 30'],
  [{ awayUntil: '2027-01-01', openOrders: 1, maxOpenOrders: 1 }, 'rita · away until Jan 1 · full (1 of 1)'],
])('labels a reader with %j as %s', (changes, label) => {
  const rita = { id: 'r1', username: 'rita', awayUntil: null, openOrders: 0, maxOpenOrders: null };
  expect(readerLabel({ ...rita, ...changes })).toBe(label);
});
