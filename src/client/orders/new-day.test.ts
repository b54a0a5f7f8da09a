import { expect, test } from 'vitest';
import type { NewDayOffer } from '../../shared/checkout/new-day.ts';
import { aDeskBase, anOrder } from '../desk/desk-testing.ts';
import { anApiError, settle } from '../store-testing.ts';
import { closedDayProblem, createNewDays, newDayProblem } from './new-day.ts';

const offer: NewDayOffer = {
  dueDay: '2026-11-19',
  offeredDay: '2026-11-23',
  firstDay: '2026-11-20',
  lastDay: '2027-11-19',
  closedDays: ['2026-11-26', '2026-11-27', '2027-11-18', '2027-11-19'],
  isLate: true,
};

test('a new day is sent, told, and what is known of the order fetched again', async () => {
  const sent: string[] = [];
  let asked = 0;
  const { desk, toasts } = aDeskBase({
    newDay: async () => {
      asked += 1;
      return offer;
    },
    sendNewDay: async (id, day) => {
      sent.push(`${id} ${day}`);
      return anOrder();
    },
  });
  const days = createNewDays(desk);
  const stop = days.ofOrder('o1').$state.listen(() => {});
  await settle();
  expect(await days.send(anOrder(), '2026-11-23')).toBe(true);
  await settle();
  expect(sent).toEqual(['o1 2026-11-23']);
  expect(asked).toBe(2);
  expect(toasts.shown).toMatchObject([
    { title: 'New Day Sent', description: 'CT-7K3M9Q is due by Monday, November 23 now.' },
  ]);
  stop();
});

test('why a day was refused is told in the server’s words', async () => {
  const { desk, toasts } = aDeskBase({
    sendNewDay: () => Promise.reject(anApiError(400, 'invalid_request', 'Nobody works on that day.')),
  });
  expect(await createNewDays(desk).send(anOrder(), '2026-11-21')).toBe(false);
  expect(toasts.shown).toMatchObject([{ title: 'Not Sent', description: 'Nobody works on that day.' }]);
});

test.each([
  ['', 'Choose a day.'],
  ['2026-11-19', 'Choose a later day: Friday, November 20 is the first.'],
  ['2027-11-20', 'Choose an earlier day: Friday, November 19 is the last.'],
  ['2026-11-20', null],
  ['2026-11-21', 'Nobody works on Saturday, November 21. The next business day is Monday, November 23.'],
  ['2026-11-26', 'Nobody works on Thursday, November 26. The next business day is Monday, November 30.'],
  ['2027-11-18', 'Nobody works on that day, nor after it: choose an earlier day.'],
])('the day "%s": %s', (day, problem) => {
  expect(newDayProblem(day, offer)).toBe(problem);
});

test('while a year is typed, only a day on which nobody works is told', () => {
  expect(closedDayProblem('0002-11-28', offer)).toBeNull();
  expect(closedDayProblem('2026-11-23', offer)).toBeNull();
  expect(closedDayProblem('2026-11-22', offer)).toMatch(/^Nobody works on Sunday, November 22\./);
});
