import { expect, test } from 'vitest';
import { problemOf } from '../fields.ts';
import { changePersonSchema } from './account-schema.ts';
import { awayUntil, type DaysAway, tidyDaysAway } from './days-away.ts';

const span = (from: string, to: string): DaysAway => ({ from, to });
const today = '2026-11-23';

test('sorts days away and drops past ones', () => {
  const [over, first, second] = [
    span('2026-11-01', '2026-11-22'),
    span('2026-11-30', '2026-12-01'),
    span('2026-12-24', '2026-12-26'),
  ];
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

test.each([
  [{ daysAway: [span('2026-12-02', '2026-12-01')] }, 'The last day away is before the first.'],
  [{ daysAway: [span('2026-02-29', '2026-03-01')] }, 'The first day away is not a valid day.'],
  [
    { daysAway: [span('0027-03-01', '2027-03-02')] },
    'The first day away must be in the years 2000 to 2100. Write the year with four digits.',
  ],
  [
    { daysAway: [span('2027-03-01', '2207-03-02')] },
    'The last day away must be in the years 2000 to 2100. Write the year with four digits.',
  ],
  [{ daysAway: [span('2026-12-01', 'tomorrow')] }, 'The last day away is not a valid day.'],
  [{ daysAway: [{ from: '2026-12-01' }] }, 'The last day away is missing.'],
  [{ daysAway: 'always' }, 'daysAway is a list of days.'],
  [
    { daysAway: Array.from({ length: 51 }, () => span('2026-12-01', '2026-12-01')) },
    'At most 50 periods away can be saved.',
  ],
  [{ maxOpenOrders: 0 }, 'A reader takes at least 1 open order.'],
  [{ maxOpenOrders: 1.5 }, 'The limit of open orders must be a whole number.'],
  [{ maxOpenOrders: 1001 }, 'A reader takes at most 1000 open orders.'],
  [{ readingsPerDay: 0 }, 'A reader writes at least 1 reading a day.'],
  [{ readingsPerDay: 101 }, 'A reader writes at most 100 readings a day.'],
  [{ readingsPerDay: 1.5 }, 'The readings a day are a whole number.'],
  [{ maxOpenOrders: null, daysAway: [span('2028-02-29', '2028-02-29')] }, null],
  [{ email: 'rita' }, 'The email address doesn’t look right. It should look like name@example.com.'],
  [{ displayName: ' ' }, 'The name is missing.'],
  [{ readingSince: 1900 }, 'The year is a whole number from 1930 on.'],
  [{ portrait: { alt: '' } }, 'The description of the picture is missing.'],
  [{ email: null, displayName: null, portrait: null, role: 'admin' }, null],
  [{}, null],
])('checks the change %j: %j', (input, message) => {
  const { error } = changePersonSchema.safeParse(input);
  expect(error ? problemOf(error) : null).toBe(message);
});
