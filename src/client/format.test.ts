import { expect, test } from 'vitest';
import {
  formatAmount,
  formatDateTime,
  formatDay,
  formatDays,
  formatDollars,
  formatTime,
  formatWhen,
  humanize,
  shorten,
} from './format.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();

test('what was done today has its time, what was done before has its day too', () => {
  const space = /\s/g;
  const when = (iso: string) => formatWhen(iso, now).replace(space, ' ');
  expect(when(at(2026, 10, 20, 9))).toBe('at 9:00 AM');
  expect(when(at(2026, 10, 19, 14))).toBe('on Nov 19, 2026, 2:00 PM');
});

test('AM and PM never begin a line', () => {
  const times = [formatDateTime, formatTime].map((format) => format(at(2026, 10, 20, 14)));
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
