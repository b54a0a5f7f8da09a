import { expect, test } from 'vitest';
import { closedDayProblem, newDayProblem } from './NewDay.tsx';
import { aNewDay } from './orders-testing.ts';

const offer = aNewDay({ closedDays: ['2026-11-26', '2026-11-27', '2027-11-18', '2027-11-19'] });

test.each([
  ['', 'Choose a date.'],
  ['2026-11-19', 'Choose a later date: Friday, November 20 is the first.'],
  ['2027-11-20', 'Choose an earlier date: Friday, November 19 is the last.'],
  ['2026-11-20', null],
  ['2026-11-21', 'Saturday, November 21 is not a business day. The next one is Monday, November 23.'],
  ['2026-11-26', 'Thursday, November 26 is not a business day. The next one is Monday, November 30.'],
  ['2027-11-18', 'That is not a business day, and none follows: choose an earlier date.'],
])('answers the day "%s" with the message: %s', (day, problem) => {
  expect(newDayProblem(day, offer)).toBe(problem);
});

test('reports only closed days while the year is being typed', () => {
  expect(closedDayProblem('0002-11-28', offer)).toBeNull();
  expect(closedDayProblem('2026-11-23', offer)).toBeNull();
  expect(closedDayProblem('2026-11-22', offer)).toMatch(/^Sunday, November 22 is not a business day\./);
});
