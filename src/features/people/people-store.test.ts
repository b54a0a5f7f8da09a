import { expect, test, vi } from 'vitest';
import { anApiError, flushPromises, listenTo } from '../../lib/store-testing.ts';
import type { Person } from '../../shared/people/staff.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createPeople } from './people-store.ts';

test('fetches the list again after a conflict', async () => {
  const people = vi.fn(async () => []);
  const conflict = anApiError(409, 'availability_conflict', 'These days away were changed in the meantime.');
  const { desk } = setUpDesk({ people, changePerson: () => Promise.reject(conflict) });
  const { list, save } = createPeople(desk);
  await listenTo(list.$state);
  expect(await save({ id: 'r1', username: 'rita' } as Person, {}, () => null)).toBe(false);
  await flushPromises();
  expect(people).toHaveBeenCalledTimes(2);
});
