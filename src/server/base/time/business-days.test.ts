import { expect, test } from 'vitest';
import { addBusinessDays, atTimeOfDay, formatDay } from './business-days.ts';

const newYork = 'America/New_York';
const berlin = 'Europe/Berlin';

test.each([
  ['Wednesday over the weekend to Monday', '2026-11-18T15:00:00Z', newYork, '2026-11-23T15:00:00Z'],
  ['a payment on Saturday counts from Monday on', '2026-11-21T15:00:00Z', newYork, '2026-11-25T15:00:00Z'],
  ['Friday evening in New York is Saturday in UTC', '2026-11-21T02:00:00Z', newYork, '2026-11-26T02:00:00Z'],
  ['just after midnight in Berlin it is Saturday', '2026-11-20T23:00:00Z', berlin, '2026-11-24T23:00:00Z'],
  ['New York starts daylight saving time', '2026-03-06T15:00:00Z', newYork, '2026-03-11T14:00:00Z'],
  ['New York ends daylight saving time', '2026-10-30T14:00:00Z', newYork, '2026-11-04T15:00:00Z'],
  ['New Year', '2026-12-31T15:00:00Z', newYork, '2027-01-05T15:00:00Z'],
])('adds three business days: %s', (_what, from, timeZone, expected) => {
  expect(new Date(addBusinessDays(Date.parse(from), 3, timeZone)).toISOString()).toBe(
    new Date(expected).toISOString(),
  );
});

test.each([
  ['Monday over the weekend to Friday', '2026-11-23T15:00:00Z', newYork, '2026-11-20T15:00:00Z'],
  ['Monday in Auckland is Sunday in UTC', '2026-11-22T20:00:00Z', 'Pacific/Auckland', '2026-11-19T20:00:00Z'],
  ['back across the end of daylight saving time', '2026-11-02T15:00:00Z', newYork, '2026-10-30T14:00:00Z'],
])('subtracts a business day: %s', (_what, from, timeZone, expected) => {
  expect(new Date(addBusinessDays(Date.parse(from), -1, timeZone)).toISOString()).toBe(
    new Date(expected).toISOString(),
  );
});

test.each([newYork, berlin, 'Asia/Kolkata', 'Pacific/Auckland'])(
  'keeps the time and avoids weekends all year in %s',
  (timeZone) => {
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    for (let hour = 0; hour < 366 * 24; hour += 7) {
      const from = Date.parse('2026-01-01T12:00:00Z') + hour * 3_600_000;
      const [, time] = clock.format(from).split(' ');
      const [weekday = '', dueTime] = clock.format(addBusinessDays(from, 3, timeZone)).split(' ');
      expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']).toContain(weekday);
      expect([from, dueTime]).toEqual([from, time]);
    }
  },
);

test.each([
  ['2026-11-25T15:00:00Z', newYork, 'Wednesday, November 25'],
  ['2026-11-25T03:00:00Z', newYork, 'Tuesday, November 24'],
  ['2026-11-24T23:30:00Z', berlin, 'Wednesday, November 25'],
])('formats %s in %s as %s', (time, timeZone, text) => {
  expect(formatDay(Date.parse(time), timeZone)).toBe(text);
});

test.each([
  ['a holiday', 3, '2026-11-23T15:00:00Z', '2026-11-27T15:00:00Z'],
  ['a holiday, back', -1, '2026-11-27T15:00:00Z', '2026-11-25T15:00:00Z'],
])('counts no business day on %s', (_what, count, from, expected) => {
  const due = addBusinessDays(Date.parse(from), count, newYork, (day) => day === '2026-11-26');
  expect(new Date(due).toISOString()).toBe(new Date(expected).toISOString());
});

test.each([
  ['later in the same week', '2026-11-27', '2026-11-23T15:00:00Z', newYork, '2026-11-27T15:00:00Z'],
  ['the day there, not in UTC', '2026-11-25', '2026-11-21T02:00:00Z', newYork, '2026-11-26T02:00:00Z'],
  ['in Auckland', '2026-11-25', '2026-11-22T20:00:00Z', 'Pacific/Auckland', '2026-11-24T20:00:00Z'],
])('moves a time to another day: %s', (_what, date, time, timeZone, expected) => {
  expect(new Date(atTimeOfDay(date, Date.parse(time), timeZone)).toISOString()).toBe(
    new Date(expected).toISOString(),
  );
});
