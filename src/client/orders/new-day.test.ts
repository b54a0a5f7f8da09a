import { expect, test } from 'vitest';
import type { NewDayOffer } from '../../shared/checkout/new-day.ts';
import { aDeskBase, anOrder } from '../desk/desk-testing.ts';
import { anApiError, settle } from '../store-testing.ts';
import { createNewDays, newDayProblem } from './new-day.ts';

const offer: NewDayOffer = {
  dueDay: '2026-11-19',
  offeredDay: '2026-11-23',
  firstDay: '2026-11-20',
  lastDay: '2027-11-19',
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
])('the day "%s": %s', (day, problem) => {
  expect(newDayProblem(day, offer)).toBe(problem);
});
