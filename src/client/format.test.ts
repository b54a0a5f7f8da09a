import { describe, expect, test } from 'vitest';
import {
  dueLabel,
  formatAmount,
  formatDateTime,
  formatDay,
  formatDays,
  formatDollars,
  formatTime,
  formatWeekday,
  formatWhen,
  humanize,
  shorten,
} from './format.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();

describe('a due date reads as', () => {
  test.each([
    [at(2026, 10, 20, 11), 'Late', '60 minutes late', true, false],
    [at(2026, 10, 19, 11), 'Late by 1 day', '25 hours late', true, false],
    [at(2026, 10, 17, 11), 'Late by 3 days', '3 days late', true, false],
    [at(2026, 10, 20, 18), 'Due today', '6 hours left', false, true],
    [at(2026, 10, 21, 9), 'Due Sat, Nov 21', '21 hours left', false, true],
    [at(2026, 10, 24, 9), 'Due Tue, Nov 24', '3 days left', false, false],
  ])('%s: %s, %s', (dueAt, text, left, isLate, isSoon) => {
    expect(dueLabel(dueAt, now)).toEqual({ text, left, isLate, isSoon });
  });

  test.each([
    [59_999, '0 minutes left'],
    [60_000, '1 minute left'],
    [7_199_999, '119 minutes left'],
    [7_200_000, '2 hours left'],
    [172_799_999, '47 hours left'],
    [172_800_000, '2 days left'],
  ])('after %d ms more: %s', (remainingMs, left) => {
    expect(dueLabel(new Date(now + remainingMs).toISOString(), now).left).toBe(left);
  });
});

test('what was done today has its time, what was done before has its day too', () => {
  const space = /\s/g;
  const when = (iso: string) => formatWhen(iso, now).replace(space, ' ');
  expect(when(at(2026, 10, 20, 9))).toBe('at 9:00 AM');
  expect(when(at(2026, 10, 19, 14))).toBe('on Nov 19, 2026, 2:00 PM');
});

test('AM and PM never begin a line', () => {
  const times = [formatDateTime, formatTime, formatWeekday].map((format) => format(at(2026, 10, 20, 14)));
  expect(times.map((text) => text.slice(-5))).toEqual(times.map(() => '00\u00a0PM'));
});

test('an amount always shows its cents', () => {
  expect([60, 49.5, 0.07, 1_234_567.5].map(formatDollars)).toEqual([
    '$60.00',
    '$49.50',
    '$0.07',
    '$1,234,567.50',
  ]);
});

test('a preview ends after its length and does not cut a character in two', () => {
  expect(shorten('abc', 3)).toBe('abc');
  expect(shorten('abcd', 3)).toBe('abc…');
  expect(shorten('🌟🌟🌟🌟', 3)).toBe('🌟🌟🌟…');
});

test('an unknown event reads as words', () => {
  expect(humanize('reading_submitted')).toBe('Reading submitted');
});

test('an amount in another currency is written as that currency is', () => {
  expect(formatAmount(4_950, 'usd')).toBe('$49.50');
  expect(formatAmount(4_950, 'eur')).toBe('€49.50');
  expect(formatAmount(4_950, 'jpy')).toBe('¥4,950');
});

test('days of the calendar are the same wherever somebody is', () => {
  expect(formatDay('2026-11-30')).toBe('Nov 30');
  const spaces = (text: string) => text.replace(/\s/g, ' ');
  expect(spaces(formatDays({ from: '2026-12-24', to: '2026-12-26' }))).toBe('Dec 24 – 26, 2026');
  expect(formatDays({ from: '2026-12-24', to: '2026-12-24' })).toBe('Dec 24, 2026');
});
