import { expect, test, vi } from 'vitest';
import type { Person } from '../../shared/people/staff.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import type { NewPerson, StaffApi } from '../desk/staff-api.ts';
import { anApiError, settle } from '../store-testing.ts';
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
  let asked = 0;
  const list = async () => {
    asked += 1;
    return [rita];
  };
  const { desk, toasts } = aDeskBase({ people: list, ...calls });
  const people = createPeople(desk);
  people.list.$state.listen(() => {});
  await settle();
  return { people, shown: toasts.shown, timesAsked: () => asked };
}

test.each([
  ['', null],
  [' nora@staff.example ', 'nora@staff.example'],
])('somebody is created with the address %j', async (email, sent) => {
  const created: NewPerson[] = [];
  const { people } = await setUp({
    async createPerson(person) {
      created.push(person);
      return [rita];
    },
  });
  people.writeNewPerson({ username: 'nora', password: 'the words of nora', email });
  expect(await people.create()).toBe(true);
  expect(created).toEqual([{ username: 'nora', password: 'the words of nora', role: 'reader', email: sent }]);
});

test('nobody is created with what cannot be an address', async () => {
  const { people } = await setUp({});
  people.writeNewPerson({ username: 'nora', password: 'the words of nora', email: 'nora' });
  expect(await people.create()).toBe(false);
  expect(people.$errors.get()).toEqual({ email: 'Please enter a valid email address.' });
});

test('an address is set, and taken away when it is blank', async () => {
  const sent: (string | null)[] = [];
  const { people, shown } = await setUp({
    async setPersonEmail(_id, email) {
      sent.push(email);
      return [rita];
    },
  });
  await people.setEmail(rita, ' \u200erita@staff.example ');
  await people.setEmail(rita, ' ');
  expect(sent).toEqual(['rita@staff.example', null]);
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

test('a second factor is switched off, and the list is asked for again', async () => {
  const { people, shown, timesAsked } = await setUp({ switchTwoFactorOff: async () => [rita] });
  expect(await people.switchTwoFactorOff(rita)).toBe(true);
  await settle();
  expect([shown[0]?.title, timesAsked()]).toEqual(['Two-Factor Off', 2]);
});

test('a taken address is told in the server’s words', async () => {
  const taken = anApiError(409, 'account_conflict', 'Another account has this email address already.');
  const { people, shown } = await setUp({ setPersonEmail: () => Promise.reject(taken) });
  expect(await people.setEmail(rita, 'omar@staff.example')).toBe(false);
  expect(shown[0]?.description).toBe('Another account has this email address already.');
});

test('days away are sent as a whole, and who got an order meanwhile is asked for again', async () => {
  const setAvailability = vi.fn(async () => [rita]);
  const { people, shown, timesAsked } = await setUp({ setAvailability });
  const daysAway = [{ from: '2026-12-24', to: '2026-12-26' }];
  expect(await people.setDaysAway(rita, daysAway)).toBe(true);
  await settle();
  expect(setAvailability).toHaveBeenCalledExactlyOnceWith('r1', { daysAway, daysAwayBefore: [] });
  expect([shown[0]?.title, timesAsked()]).toEqual(['Days Away Updated', 2]);
  await people.setDaysAway(rita, []);
  expect(shown.map(({ description }) => description)).toEqual([
    'rita gets no new orders then.',
    'rita gets new orders every day.',
  ]);
});

test.each([
  [' 5 ', 5, 'rita takes at most 5 open orders.'],
  ['1', 1, 'rita takes at most 1 open order.'],
  [' ', null, 'rita takes any number of open orders.'],
])('the limit %j is sent as %j', async (typed, maxOpenOrders, description) => {
  const setAvailability = vi.fn(async () => [rita]);
  const { people, shown } = await setUp({ setAvailability });
  expect(mostOrdersProblem(typed)).toBeNull();
  await people.setMaxOpenOrders(rita, typed);
  expect(setAvailability).toHaveBeenCalledExactlyOnceWith('r1', { maxOpenOrders });
  expect(shown).toMatchObject([{ title: 'Limit Updated', description }]);
});

test.each(['0', '-1', '2.5', '1e2', '1,000', 'many', '1001'])('%j is no limit', (typed) => {
  expect(mostOrdersProblem(typed)).toMatch(/\.$/);
});

test.each([
  ['3', 3, 'rita writes 3 readings a day.'],
  [' ', null, 'Nobody counts how many readings rita writes.'],
])('%j readings a day are saved', async (typed, readingsPerDay, description) => {
  const setAvailability = vi.fn(async () => [rita]);
  const { people, shown } = await setUp({ setAvailability });
  expect(perDayProblem(typed)).toBeNull();
  await people.setReadingsPerDay(rita, typed);
  expect(setAvailability).toHaveBeenCalledExactlyOnceWith('r1', { readingsPerDay });
  expect(shown).toMatchObject([{ title: 'Readings a Day Updated', description }]);
});

test.each(['0', '2.5', 'many', '101'])('nobody writes %j readings a day', (typed) => {
  expect(perDayProblem(typed)).toMatch(/\.$/);
});
