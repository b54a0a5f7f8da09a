import { expect, test, vi } from 'vitest';
import { anApiError, flushPromises } from '../../lib/store-testing.ts';
import type { PersonFound } from '../../shared/ops/privacy-schema.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { createPrivacyDesk } from './privacy-store.ts';

const maya = 'maya@customers.example';
const found: PersonFound = {
  counts: { orders: 1, readings: 1, notes: 0, messages: 0, mails: 2 },
  obstacles: [],
};
const conflict = anApiError(409, 'person_conflict', 'Nothing was erased. CT-7K3M9Q: …');

function open(changes: Partial<StaffApi> = {}) {
  const saved: string[] = [];
  const { desk: base, toasts } = setUpDesk({
    findPerson: async () => found,
    exportPerson: async (address) => ({ address }),
    erasePerson: async () => ({ orderNumbers: ['CT-7K3M9Q'], otherMails: 0 }),
    ...changes,
  });
  const desk = createPrivacyDesk(base, (name, text) => saved.push(`${name}: ${text}`));
  return { desk, fetching: base.fetching, shown: toasts.shown, saved };
}

test('exports the found customer’s data as a file', async () => {
  const { desk, saved } = open();
  expect(await desk.exportPerson()).toBe(false);
  await desk.find(maya);
  await desk.exportPerson();
  expect(saved).toEqual(['personal-data.json: {\n  "address": "maya@customers.example"\n}\n']);
});

test('shows an erased customer until the lists are fetched again', async () => {
  const { desk, fetching } = open();
  const { promise: fetchedAgain, resolve } = Promise.withResolvers<void>();
  fetching.follow('orders', () => fetchedAgain);
  await desk.find(maya);
  const erased = desk.erasePerson();
  await flushPromises();
  expect(desk.$person.get()).not.toBeNull();
  resolve();
  await erased;
  expect(desk.$person.get()).toBeNull();
  expect(await desk.find('ivan@customers.example')).toBe(true);
});

test('reports an order placed since the search and says what to do', async () => {
  const obstacles = [{ orderNumber: 'CT-7K3M9Q', why: 'its reading has not been sent yet.' }];
  const answers = [found, { ...found, obstacles }];
  const { desk, shown } = open({
    findPerson: async () => answers.shift() ?? found,
    erasePerson: () => Promise.reject(conflict),
  });
  await desk.find(maya);
  expect(await desk.erasePerson()).toBe(false);
  await flushPromises();
  expect(shown.at(-1)).toMatchObject({ description: conflict.serverMessage });
  expect(desk.$person.get()?.obstacles).toEqual(obstacles);
});

test.each([
  ['another search', 'ivan@customers.example'],
  ['clearing the search', null],
])('shows no outdated result after %s', async (_what, next) => {
  const late = Promise.withResolvers<PersonFound>();
  const find = vi.fn(async () => found);
  const { desk } = open({ findPerson: find, erasePerson: () => Promise.reject(conflict) });
  await desk.find(maya);
  find.mockReturnValueOnce(late.promise);
  await desk.erasePerson();
  if (next) await desk.find(next);
  else desk.clear();
  late.resolve(found);
  await flushPromises();
  expect(desk.$person.get()?.address ?? null).toBe(next);
});
