import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IsClosed } from './business-days.ts';
import { moveByBusinessTime } from './business-days.ts';

const newYork = 'America/New_York';
const thanksgiving: IsClosed = (day) => day === '2026-11-26' || day === '2026-11-27';

function move(
  dueAt: number,
  from: number,
  until: number,
  timeZone: string,
  isClosed: IsClosed = () => false,
) {
  return moveByBusinessTime(dueAt, from, until, { timeZone, isClosed });
}

const zones = [newYork, 'Europe/Berlin', 'Asia/Kolkata', 'Africa/Cairo', 'Pacific/Auckland', 'UTC'];

test.each([
  ['an hour in the middle of a day', '2026-11-17T15:00Z', '2026-11-17T16:00Z', '2026-11-19T16:00Z'],
  ['a night', '2026-11-16T22:00Z', '2026-11-17T13:00Z', '2026-11-20T06:00Z'],
  ['two whole days', '2026-11-16T15:00Z', '2026-11-18T15:00Z', '2026-11-23T15:00Z'],
  [
    'a weekend: Friday evening to Monday morning',
    '2026-11-21T03:00Z',
    '2026-11-23T14:00Z',
    '2026-11-20T02:00Z',
  ],
  ['until Friday ends, to Monday', '2026-11-17T05:00Z', '2026-11-18T19:00Z', '2026-11-23T05:00Z'],
  ['a Sunday', '2026-11-22T10:00Z', '2026-11-22T20:00Z', '2026-11-19T15:00Z'],
  ['no time at all', '2026-11-17T15:00Z', '2026-11-17T15:00Z', '2026-11-19T15:00Z'],
  ['with the clock set back', '2026-11-17T15:00Z', '2026-11-17T14:00Z', '2026-11-19T15:00Z'],
])('moves a deadline on Thursday at ten after waiting %s', (_what, from, until, expected) => {
  const moved = move(Date.parse('2026-11-19T15:00Z'), Date.parse(from), Date.parse(until), newYork);
  expect(new Date(moved).toISOString()).toBe(new Date(expected).toISOString());
});

test.each([
  [
    'daylight saving time',
    '2026-03-06T15:00Z',
    '2026-03-09T14:00Z',
    '2026-03-10T14:00Z',
    '2026-03-11T14:00Z',
  ],
  ['standard time', '2026-10-30T14:00Z', '2026-11-02T15:00Z', '2026-11-03T15:00Z', '2026-11-04T15:00Z'],
])('keeps the time of day across the change to %s', (_what, from, until, dueAt, expected) => {
  const moved = move(Date.parse(dueAt), Date.parse(from), Date.parse(until), newYork);
  expect(new Date(moved).toISOString()).toBe(new Date(expected).toISOString());
});

test('skips days on which the business is closed', () => {
  const [dueAt, from] = [Date.parse('2026-11-25T15:00Z'), Date.parse('2026-11-24T15:00Z')];
  // Tuesday at ten to the end of Wednesday: a day and fourteen hours, over a long weekend.
  const moved = move(dueAt, from, Date.parse('2026-11-27T20:00Z'), newYork, thanksgiving);
  expect(new Date(moved).toISOString()).toBe('2026-12-01T05:00:00.000Z');
});

const start = Date.parse('2026-01-01T00:00Z');
const minute = 60_000;
const year = 366 * 24 * 60;
const moment = fc.integer({ min: 0, max: year }).map((minutes) => start + minutes * minute);
const wait = fc.integer({ min: 0, max: 30 * 24 * 60 }).map((minutes) => minutes * minute);

test('never moves a deadline earlier, and only to a business day', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), moment, moment, wait, wait, (zone, dueAt, from, wait, more) => {
      const after = move(dueAt, from, from + wait, zone);
      expect(after).toBeGreaterThanOrEqual(dueAt);
      expect(move(dueAt, from, from + wait + more, zone)).toBeGreaterThanOrEqual(after);
      if (after === dueAt) return;
      const weekday = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(after);
      expect(['Sat', 'Sun']).not.toContain(weekday);
    }),
  );
});

test('moves as far for two waits as for one long wait', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), moment, moment, wait, wait, (zone, dueAt, from, first, second) => {
      const middle = from + first;
      const twice = move(move(dueAt, from, middle, zone), middle, middle + second, zone);
      const once = move(dueAt, from, middle + second, zone);
      fc.pre(first > 0 || second > 0);
      expect(twice).toBe(once);
    }),
  );
});
