import { expect, test, vi } from 'vitest';
import type { Person } from '../../shared/people/staff.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import type { NewPerson, StaffApi } from '../desk/staff-api.ts';
import { lookAt, settle } from '../store-testing.ts';
import { createPeople, mostOrdersProblem, perDayProblem } from './people.ts';

const rita: Person = {
  id: 'r1',
  username: 'rita',
  role: 'reader',
  isActive: true,
  email: null,
  hasTwoFactor: true,
  createdAt: '2026-11-16T09:00:00.000Z',
  daysAway: [],
  awayUntil: null,
  openOrders: 0,
  maxOpenOrders: null,
  readingsPerDay: null,
  profile: { displayName: null, readingSince: null, signature: null, portrait: null },
  sessions: 0,
};

async function setUp(calls: Partial<StaffApi>) {
  const list = vi.fn(async () => [rita]);
  const setAvailability = vi.fn(async () => [rita]);
  const { desk, toasts } = aDeskBase({ people: list, setAvailability, ...calls });
  const people = createPeople(desk);
  await lookAt(people.list.$state);
  return { people, shown: toasts.shown, list, setAvailability };
}

test('an account is created with an address or without one, and not with what cannot be one', async () => {
  const createPerson = vi.fn(async (_person: NewPerson) => [rita]);
  const { people } = await setUp({ createPerson });
  const create = async (email: string) => {
    people.writeNewPerson({ username: 'nora', password: 'the words of nora', email });
    await people.create();
    return createPerson.mock.lastCall;
  };
  expect(await create('nora')).toBeUndefined();
  expect(people.$errors.get()).toEqual({ email: 'Please enter a valid email address.' });
  const nora = { username: 'nora', password: 'the words of nora', role: 'reader' };
  expect(await create('')).toEqual([{ ...nora, email: null }]);
  expect(await create(' nora@staff.example ')).toEqual([{ ...nora, email: 'nora@staff.example' }]);
});

test('an address is set, and taken away when it is blank', async () => {
  const setPersonEmail = vi.fn(async () => [rita]);
  const { people, shown } = await setUp({ setPersonEmail });
  await people.setEmail(rita, ' \u200erita@staff.example ');
  await people.setEmail(rita, ' ');
  expect(setPersonEmail.mock.calls).toEqual([
    ['r1', 'rita@staff.example'],
    ['r1', null],
  ]);
  expect(shown.map(({ description }) => description)).toEqual([
    'Mail to rita goes to rita@staff.example.',
    'rita gets no mail any more.',
  ]);
});

test.each([
  [2, 'r2', { isActive: false, moveOrdersTo: 'r2' }],
  [2, null, { isActive: false, moveOrdersTo: null }],
  [0, 'r2', { isActive: false }],
])('with %d open orders a closed account says where they go', async (openOrders, moveOrdersTo, sent) => {
  const setPersonActive = vi.fn(async () => [rita]);
  const { people } = await setUp({ setPersonActive });
  await people.setActive({ ...rita, openOrders }, false, moveOrdersTo);
  expect(setPersonActive).toHaveBeenCalledExactlyOnceWith('r1', sent);
});

test('days away are sent with those before, and the list is asked for again', async () => {
  const daysAway = [{ from: '2026-12-24', to: '2026-12-26' }];
  const { people, setAvailability, list } = await setUp({});
  expect(await people.setDaysAway(rita, daysAway)).toBe(true);
  await settle();
  expect(setAvailability).toHaveBeenCalledExactlyOnceWith('r1', { daysAway, daysAwayBefore: [] });
  expect(list).toHaveBeenCalledTimes(2);
});

test.each([
  [' 5 ', 5, 'rita takes at most 5 open orders.'],
  ['1', 1, 'rita takes at most 1 open order.'],
  [' ', null, 'rita takes any number of open orders.'],
])('the limit %j is sent as %j', async (typed, maxOpenOrders, description) => {
  const { people, setAvailability, shown } = await setUp({});
  expect(mostOrdersProblem(typed)).toBeNull();
  await people.setMaxOpenOrders(rita, typed);
  expect(setAvailability).toHaveBeenCalledExactlyOnceWith('r1', { maxOpenOrders });
  expect(shown).toMatchObject([{ title: 'Limit Updated', description }]);
});

test.each([
  ['3', 3, 'rita writes 3 readings a day.'],
  [' ', null, 'Nobody counts how many readings rita writes.'],
])('%j readings a day are saved', async (typed, readingsPerDay, description) => {
  const { people, setAvailability, shown } = await setUp({});
  expect(perDayProblem(typed)).toBeNull();
  await people.setReadingsPerDay(rita, typed);
  expect(setAvailability).toHaveBeenCalledExactlyOnceWith('r1', { readingsPerDay });
  expect(shown).toMatchObject([{ title: 'Readings a Day Updated', description }]);
});

test.each([
  [mostOrdersProblem, ['0', '-1', '2.5', '1e2', '1,000', 'many', '1001']],
  [perDayProblem, ['0', '2.5', 'many', '101']],
])('%o finds a problem with each of %j', (problemOf, typed) => {
  for (const text of typed) expect(problemOf(text), text).toMatch(/\.$/);
});
