import { describe, expect, test } from 'vitest';
import { dueLabel, formatDollars, formatWhen, humanize, shorten } from './format.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();

describe('a due date reads as', () => {
  test.each([
    [at(2026, 10, 20, 11), 'Late', true, false],
    [at(2026, 10, 19, 11), 'Late by 1 day', true, false],
    [at(2026, 10, 17, 11), 'Late by 3 days', true, false],
    [at(2026, 10, 20, 18), 'Due today', false, true],
    [at(2026, 10, 21, 9), 'Due Sat, Nov 21', false, true],
    [at(2026, 10, 24, 9), 'Due Tue, Nov 24', false, false],
  ])('%s: %s', (dueAt, text, isLate, isSoon) => {
    expect(dueLabel(dueAt, now)).toEqual({ text, isLate, isSoon });
  });
});

test('what was done today has its time, what was done before has its day too', () => {
  const space = /\s/g;
  const when = (iso: string) => formatWhen(iso, now).replace(space, ' ');
  expect(when(at(2026, 10, 20, 9))).toBe('at 9:00 AM');
  expect(when(at(2026, 10, 19, 14))).toBe('on Nov 19, 2026, 2:00 PM');
});

test('an amount always shows its cents', () => {
  expect([60, 49.5, 0.07].map(formatDollars)).toEqual(['$60.00', '$49.50', '$0.07']);
});

test('a preview ends after its length and does not cut a character in two', () => {
  expect(shorten('abc', 3)).toBe('abc');
  expect(shorten('abcd', 3)).toBe('abc…');
  expect(shorten('🌟🌟🌟🌟', 3)).toBe('🌟🌟🌟…');
});

test('an unknown event reads as words', () => {
  expect(humanize('reading_submitted')).toBe('Reading submitted');
});
