import { expect, test } from 'vitest';
import { problemOf } from '../fields.ts';
import { changePersonSchema } from './account-schema.ts';
import { awayUntil, type DaysAway, tidyDaysAway } from './days-away.ts';

const span = (from: string, to: string): DaysAway => ({ from, to });
const today = '2026-11-23';

test('sorts days away and drops past ones', () => {
  const [first, second] = [span('2026-11-30', '2026-12-01'), span('2026-12-24', '2026-12-26')];
  const over = span('2026-11-01', '2026-11-22');
  expect(tidyDaysAway([second, over, first], today)).toEqual([first, second]);
});

test.each([
  ['that touch', [span('2026-11-30', '2026-12-01'), span('2026-11-27', '2026-11-29')]],
  ['that overlap', [span('2026-11-27', '2026-11-30'), span('2026-11-29', '2026-12-01')]],
  ['that contain one another', [span('2026-11-27', '2026-12-01'), span('2026-11-28', '2026-11-28')]],
])('merges times away %s', (_how, given) => {
  expect(tidyDaysAway(given, today)).toEqual([span('2026-11-27', '2026-12-01')]);
});

test.each([
  ['2026-11-29', null],
  ['2026-11-30', '2026-12-02'],
  ['2026-12-02', '2026-12-02'],
  ['2026-12-03', null],
])('says on %s that a reader is away until %j', (day, until) => {
  expect(awayUntil([span('2026-11-01', '2026-11-02'), span('2026-11-30', '2026-12-02')], day)).toBe(until);
});

const inRange = 'must be between 2000 and 2100. Use a four-digit year.';
const tooMany = Array.from({ length: 51 }, () => span('2026-12-01', '2026-12-01'));
test.each<[unknown, string | null]>([
  [[span('2026-12-02', '2026-12-01')], 'The last day is before the first.'],
  [[span('2026-02-29', '2026-03-01')], 'The first day isn’t a valid date.'],
  [[span('0027-03-01', '2027-03-02')], `The first day ${inRange}`],
  [[span('2027-03-01', '2207-03-02')], `The last day ${inRange}`],
  [[{ from: '2026-12-01' }], 'The last day is missing.'],
  ['always', 'daysAway is a list of days.'],
  [tooMany, 'You can save at most 50 date ranges.'],
  [[span('2028-02-29', '2028-02-29')], null],
])('checks the days away %j: %j', (daysAway, message) => {
  expect(problemIn({ daysAway })).toBe(message);
});

test.each([
  [{ maxOpenOrders: 0 }, 'The limit must be at least 1 open order.'],
  [{ maxOpenOrders: 1.5 }, 'The open order limit must be a whole number.'],
  [{ maxOpenOrders: 1001 }, 'The limit may be at most 1000 open orders.'],
  [{ readingsPerDay: 0 }, 'Enter at least 1 reading per day.'],
  [{ readingsPerDay: 101 }, 'Enter at most 100 readings per day.'],
  [{ readingsPerDay: 1.5 }, 'Enter readings per day as a whole number.'],
  [{ email: 'rita' }, 'The email address doesn’t look right. It should look like name@example.com.'],
  [{ displayName: ' ' }, 'The name is missing.'],
  [{ readingSince: 1900 }, 'Enter a year, 1930 or later.'],
  [{ portrait: { alt: '' } }, 'The description of the picture is missing.'],
  [{ maxOpenOrders: null, email: null, displayName: null, portrait: null, role: 'admin' }, null],
])('checks the change %j: %j', (input, message) => {
  expect(problemIn(input)).toBe(message);
});

function problemIn(change: object): string | null {
  const { error } = changePersonSchema.safeParse(change);
  return error ? problemOf(error) : null;
}
