import { expect, test } from 'vitest';
import { shiftDay } from '../../../shared/people/days-away.ts';
import { addBusinessDays, atTimeOfDay, dayOf, startOfDay } from './business-days.ts';

test.each([
  ['an ordinary day', 'America/New_York', '2026-11-20', '2026-11-20T05:00:00.000Z'],
  ['clocks go forward at two', 'America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['clocks go back', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['clocks go forward at midnight', 'America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['clocks go forward at midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['clocks go back from one to midnight', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['clocks went back from midnight', 'Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00.000Z'],
])('finds the start of a day: %s (%s)', (_what, timeZone, day, begins) => {
  const start = startOfDay(day, timeZone);
  expect(new Date(start).toISOString()).toBe(begins);
  expect(dayOf(start, timeZone)).toBe(day);
  expect(dayOf(start - 1, timeZone)).toBe(shiftDay(day, -1));
});

test.each([
  ['Africa/Cairo', '2027-04-30', '01:30'],
  ['Asia/Beirut', '2027-03-28', '01:30'],
  ['America/Havana', '2027-03-14', '01:30'],
])('moves a skipped 12:30 AM in %s on %s to 1:30', (timeZone, date, shown) => {
  const bought = startOfDay(shiftDay(date, -4), timeZone) + 30 * 60_000;
  const due = atTimeOfDay(date, bought, timeZone);
  expect(dayOf(due, timeZone)).toBe(date);
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  expect(format.format(due)).toBe(shown);
});

test.each(['Africa/Cairo', 'America/Santiago', 'Asia/Beirut', 'America/Havana', 'Europe/London'])(
  'keeps a 12:30 AM deadline in %s on its day all year',
  (timeZone) => {
    const bought = startOfDay('2027-01-01', timeZone) + 30 * 60_000;
    for (let day = '2027-01-02'; day < '2028-01-01'; day = shiftDay(day, 1)) {
      expect(dayOf(atTimeOfDay(day, bought, timeZone), timeZone)).toBe(day);
    }
  },
);

test('leaves out the day that Samoa skipped', () => {
  const [apia, skipped, next] = ['Pacific/Apia', '2011-12-30', '2011-12-31'];
  expect(startOfDay(skipped, apia)).toBe(startOfDay(next, apia));
  expect(dayOf(startOfDay(next, apia) - 1, apia)).toBe('2011-12-29');
  expect(dayOf(addBusinessDays(Date.parse('2011-12-29T20:00Z'), 1, apia), apia)).toBe('2011-12-31');
  expect(dayOf(addBusinessDays(Date.parse('2011-12-28T20:00Z'), 3, apia), apia)).toBe('2012-01-02');
});

test('picks the first of two equal times when clocks go back', () => {
  const bought = Date.parse('2026-10-28T05:30:00Z');
  const due = atTimeOfDay('2026-11-01', bought, 'America/New_York');
  expect(new Date(due).toISOString()).toBe('2026-11-01T05:30:00.000Z');
});
