import { expect, test } from 'vitest';
import type { PersonFound } from '../../shared/privacy/privacy.ts';
import { usualRetention } from '../../shared/privacy/retention.ts';
import { createWork } from '../desk/work.ts';
import { anApiError, deferred, fakeToasts, ownFetching, settle } from '../store-testing.ts';
import { createPrivacyDesk, type PrivacyCalls } from './privacy.ts';

const counts = { orders: 1, readings: 1, notes: 0, messages: 0, mails: 2 };
const obstacle = { orderNumber: 'CT-7K3M9Q', why: 'its reading is still to be sent.' };

function open(changes: Partial<PrivacyCalls> = {}) {
  const { toast, shown } = fakeToasts();
  const saved: string[] = [];
  const asked: string[] = [];
  let found: PersonFound = { counts, obstacles: [] };
  let retention = usualRetention;
  const fetching = ownFetching();
  const desk = createPrivacyDesk(
    { fetching, work: createWork({ toast }), toast },
    {
      retention: async () => ({ retention, lastRun: null }),
      change: async (changed) => {
        retention = changed;
      },
      find: async (address) => {
        asked.push(address);
        return found;
      },
      export: async (address) => ({ address }),
      erase: async () => ({ orderNumbers: ['CT-7K3M9Q'], otherMails: 0 }),
      ...changes,
    },
    (name, text) => saved.push(`${name}: ${text}`),
  );
  return { desk, fetching, shown, saved, asked, setFound: (next: PersonFound) => (found = next) };
}

test('whoever is looked for is exported into a file, and erased', async () => {
  const { desk, saved, shown } = open();
  expect(await desk.exportPerson()).toBe(false);
  expect(await desk.find('maya@customers.example')).toBe(true);
  expect(desk.$person.get()).toEqual({ address: 'maya@customers.example', counts, obstacles: [] });
  await desk.exportPerson();
  expect(saved).toEqual(['personal-data.json: {\n  "address": "maya@customers.example"\n}\n']);
  expect(await desk.erasePerson()).toBe(true);
  expect(desk.$person.get()).toBeNull();
  expect(shown.at(-1)).toMatchObject({ title: 'Customer Erased' });
});

test('whoever is erased stays on the page until somebody else can be looked for', async () => {
  const { desk, fetching } = open();
  const { promise: fetchedAnew, resolve } = deferred<void>();
  fetching.follow('orders', () => fetchedAnew);
  await desk.find('maya@customers.example');
  const erased = desk.erasePerson();
  await settle();
  expect(desk.$person.get()).not.toBeNull();
  resolve();
  await erased;
  expect(desk.$person.get()).toBeNull();
  expect(await desk.find('ivan@customers.example')).toBe(true);
});

test('whoever was looked for goes with the next look', async () => {
  const { desk } = open();
  await desk.find('maya@customers.example');
  desk.clear();
  expect(desk.$person.get()).toBeNull();
});

test('the answer of a look that is over shows nobody', async () => {
  const { promise, resolve } = deferred<PersonFound>();
  const { desk } = open({ find: () => promise });
  const look = desk.find('maya@customers.example');
  desk.clear();
  resolve({ counts, obstacles: [] });
  await look;
  expect(desk.$person.get()).toBeNull();
});

test('an order that came in between is told, and shown with what to do', async () => {
  const { desk, asked, shown, setFound } = open({
    erase: () => Promise.reject(anApiError(409, 'person_conflict', 'Nothing was erased. CT-7K3M9Q: …')),
  });
  await desk.find('maya@customers.example');
  setFound({ counts, obstacles: [obstacle] });
  expect(await desk.erasePerson()).toBe(false);
  await settle();
  expect(shown.at(-1)).toMatchObject({ description: 'Nothing was erased. CT-7K3M9Q: …' });
  expect(desk.$person.get()?.obstacles).toEqual([obstacle]);
  expect(asked).toHaveLength(2);
});

test('how long what is kept is saved, and read again', async () => {
  const { desk } = open();
  desk.retention.$state.listen(() => {});
  await settle();
  expect(await desk.saveRetention({ ...usualRetention, endedOrderYears: 5 })).toBe(true);
  await settle();
  expect(desk.retention.$state.get().data?.retention.endedOrderYears).toBe(5);
});
