import { expect, test } from 'vitest';
import { localDay, startOfDay } from './local-days.ts';

test.each([
  ['an ordinary day', 'America/New_York', 2026, 11, 20, '2026-11-20T05:00:00.000Z'],
  ['clocks go forward at two', 'America/New_York', 2026, 3, 8, '2026-03-08T05:00:00.000Z'],
  ['clocks go back', 'Europe/Berlin', 2026, 10, 25, '2026-10-24T22:00:00.000Z'],
  ['clocks go forward at midnight', 'America/Santiago', 2026, 9, 6, '2026-09-06T04:00:00.000Z'],
  ['clocks go forward at midnight', 'Africa/Cairo', 2026, 4, 24, '2026-04-23T22:00:00.000Z'],
])('the day begins when %s (%s)', (_what, timeZone, year, month, day, begins) => {
  const start = startOfDay({ year, month, day }, timeZone);
  expect(new Date(start).toISOString()).toBe(begins);
  expect(localDay(start, timeZone)).toEqual({ year, month, day });
  expect(localDay(start - 1, timeZone).day).toBe(day - 1);
});
