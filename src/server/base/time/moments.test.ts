import { expect, test } from 'vitest';
import { isoTime } from './moments.ts';

test('formats a time in ISO 8601 and refuses an invalid one', () => {
  expect(isoTime(Date.UTC(2028, 1, 29, 23, 59, 59, 999))).toBe('2028-02-29T23:59:59.999Z');
  expect(isoTime(null)).toBeNull();
  expect(() => isoTime(Number.NaN)).toThrow(RangeError);
  expect(() => isoTime(8.64e15 + 1)).toThrow(RangeError);
});
