import { expect, test, vi } from 'vitest';
import type { Person } from '../../shared/people/staff.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, lookAt, settle } from '../store-testing.ts';
import { createPeople } from './people.ts';

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
  const { desk, toasts } = aDeskBase({ people: list, ...calls });
  const people = createPeople(desk);
  await lookAt(people.list.$state);
  return { people, shown: toasts.shown, list };
}

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

test('a form is saved in one call, and what it was answered with stands in the list', async () => {
  const changePerson = vi.fn(async () => [{ ...rita, maxOpenOrders: 5 }]);
  const { people, shown } = await setUp({ changePerson });
  const sent = { maxOpenOrders: 5 };
  expect(await people.save(rita, sent, () => null)).toBe(true);
  expect(changePerson).toHaveBeenCalledExactlyOnceWith('r1', sent);
  expect(people.list.$state.get().data?.[0]?.maxOpenOrders).toBe(5);
  expect(shown).toMatchObject([{ title: 'Account Updated', description: 'Saved for rita.' }]);
});

test('after a conflict the list is asked for again', async () => {
  const conflict = anApiError(409, 'availability_conflict', 'These days away were changed meanwhile.');
  const { people, list } = await setUp({ changePerson: () => Promise.reject(conflict) });
  expect(await people.save(rita, {}, () => null)).toBe(false);
  await settle();
  expect(list).toHaveBeenCalledTimes(2);
});
