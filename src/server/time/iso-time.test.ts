import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';

/** How far a Date reaches in either direction, in milliseconds. */
const reach = 8.64e15;

test('a time reads as JavaScript itself writes it, to the millisecond', () => {
  const aroundNow = fc.integer({ min: Date.UTC(1960), max: Date.UTC(2100) });
  const anytime = fc.integer({ min: -reach, max: reach });
  fc.assert(
    fc.property(fc.oneof(aroundNow, anytime), (time) => {
      expect(isoTime(time)).toBe(new Date(time).toISOString());
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['the first moment of a day', Date.UTC(2026, 2, 1), '2026-03-01T00:00:00.000Z'],
  ['the last moment of a day', Date.UTC(2028, 1, 29, 23, 59, 59, 999), '2028-02-29T23:59:59.999Z'],
  ['before 1970', -1, '1969-12-31T23:59:59.999Z'],
])('%s', (_what, time, text) => {
  expect(isoTime(time)).toBe(text);
});

test('no time is none, and what is no time is an error', () => {
  expect(isoTime(null)).toBeNull();
  expect(() => isoTime(Number.NaN)).toThrow(RangeError);
  expect(() => isoTime(reach + 1)).toThrow(RangeError);
});
