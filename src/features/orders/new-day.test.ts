import { expect, test } from 'vitest';
import { closedDayProblem, newDayProblem } from './NewDay.tsx';
import { aNewDay } from './orders-testing.ts';

const offer = aNewDay({ closedDays: ['2026-11-26', '2026-11-27', '2027-11-18', '2027-11-19'] });

test.each([
  ['', 'Choose a date.'],
  ['2026-11-19', 'Choose Friday, November 20 or later.'],
  ['2027-11-20', 'Choose Friday, November 19 or earlier.'],
  ['2026-11-20', null],
  ['2026-11-21', 'Saturday, November 21 isn’t a business day. The next one is Monday, November 23.'],
  ['2026-11-26', 'Thursday, November 26 isn’t a business day. The next one is Monday, November 30.'],
  ['2027-11-18', 'Thursday, November 18 isn’t a business day. Choose an earlier date.'],
])('answers the day "%s" with the message: %s', (day, problem) => {
  expect(newDayProblem(day, offer)).toBe(problem);
});

test('reports only closed days while the year is being typed', () => {
  expect(closedDayProblem('0002-11-28', offer)).toBeNull();
  expect(closedDayProblem('2026-11-23', offer)).toBeNull();
  expect(closedDayProblem('2026-11-22', offer)).toMatch(/^Sunday, November 22 isn’t a business day\./);
});
