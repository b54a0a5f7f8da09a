import { expect, test } from 'vitest';
import { shiftDay } from '../../../shared/people/days-away.ts';
import { dayOf, startOfDay } from './business-days.ts';

test.each([
  ['an ordinary day', 'America/New_York', '2026-11-20', '2026-11-20T05:00:00.000Z'],
  ['clocks go forward at two', 'America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['clocks go back', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['clocks go forward at midnight', 'America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['clocks go forward at midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
])('the day begins when %s (%s)', (_what, timeZone, day, begins) => {
  const start = startOfDay(day, timeZone);
  expect(new Date(start).toISOString()).toBe(begins);
  expect(dayOf(start, timeZone)).toBe(day);
  expect(dayOf(start - 1, timeZone)).toBe(shiftDay(day, -1));
});
