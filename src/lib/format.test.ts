import { expect, test } from 'vitest';
import { formatDate, formatDay, formatDays, formatMinor, shorten } from './format.ts';

test('shortens a text to its length without splitting a character', () => {
  expect(shorten('abc', 3)).toBe('abc');
  expect(shorten('abcd', 3)).toBe('abc…');
  expect(shorten('🌟🌟🌟🌟', 3)).toBe('🌟🌟🌟…');
});

test('formats an amount by the rules of its currency', () => {
  expect(formatMinor(4_950, 'usd')).toBe('$49.50');
  expect(formatMinor(4_950, 'eur')).toBe('€49.50');
  expect(formatMinor(4_950, 'jpy')).toBe('¥4,950');
});

test('formats calendar days the same in every time zone', () => {
  expect(formatDay('2026-11-30')).toBe('Nov 30');
  const spaces = (text: string) => text.replace(/\s/g, ' ');
  expect(spaces(formatDays({ from: '2026-12-24', to: '2026-12-26' }))).toBe('Dec 24 – 26, 2026');
  expect(formatDays({ from: '2026-12-24', to: '2026-12-24' })).toBe('Dec 24, 2026');
});

test('writes years with four digits', () => {
  expect(formatDate('0031-05-04')).toBe('May 4, 0031');
  expect(formatDays({ from: '0204-02-03', to: '0204-02-03' })).toBe('Feb 3, 0204');
});
