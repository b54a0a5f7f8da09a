import { expect, test } from 'vitest';
import { createFakeClock } from '../../../tests/kit/test-app.ts';
import { createTtlCache } from './ttl-cache.ts';

test('a value is kept for its time, and beyond the capacity the oldest goes', () => {
  const clock = createFakeClock();
  const cache = createTtlCache<number>(clock, 10_000, 2);
  for (const value of [1, 2, 3]) cache.set(`key ${value}`, value);
  clock.advance(9_999);
  expect([1, 2, 3].map((value) => cache.get(`key ${value}`)?.value)).toEqual([undefined, 2, 3]);
  clock.advance(1);
  expect(cache.get('key 3')).toBeUndefined();
});
