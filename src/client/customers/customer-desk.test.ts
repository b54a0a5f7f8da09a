import { expect, test } from 'vitest';
import type { Customer } from '../../shared/notes/customer.ts';
import { deskDependencies } from '../desk/desk-testing.ts';
import { anApiError, fakeStorage, fakeToasts, lookAt } from '../store-testing.ts';
import { type CustomerCalls, createCustomerDesk } from './customer-desk.ts';

const maya: Customer = {
  email: 'maya@customers.example',
  orders: [],
  hasOlder: false,
  totals: { orders: 0, attempts: 0, paid: 0, refunded: 0, refunding: 0, open: 0 },
  mails: [],
  hasOlderMails: false,
  corrections: [],
  notes: [],
};

async function open(calls: Partial<CustomerCalls> = {}, storage = fakeStorage()) {
  let stored = maya;
  let timesAsked = 0;
  const { toast, shown } = fakeToasts();
  const dependencies = deskDependencies({}, { username: 'boss', storage, toast });
  const server: CustomerCalls = {
    async read() {
      timesAsked += 1;
      return stored;
    },
    async addNote(_orderId, text) {
      const note = { id: text, text, author: 'boss', createdAt: '2026-11-22T10:00:00Z' };
      stored = { ...stored, notes: [note, ...stored.notes] };
    },
    ...calls,
  };
  const desk = createCustomerDesk(dependencies, 'o1', server);
  await lookAt(desk.customer.$state);
  return { desk, shown, storage, asked: () => timesAsked };
}

test('a note stands on the page once it is saved; one that could not be is there after a reload', async () => {
  const unavailable = anApiError(503, 'unavailable', 'We can’t save this right now.');
  const text = 'Asked for a friendly word.';
  const addNote = () => Promise.reject(unavailable);
  const { desk: before, shown, storage } = await open({ addNote });
  before.note.write(text);
  expect(await before.note.send()).toBe(false);
  expect(shown).toMatchObject([{ title: 'Not Added', description: 'We can’t save this right now.' }]);
  const { desk } = await open({}, storage);
  expect(desk.note.draft.$fields.get()?.text).toBe(text);
  expect(await desk.note.send()).toBe(true);
  expect(desk.customer.$state.get().data?.notes).toMatchObject([{ text }]);
});

test('when any order has changed, the page is fetched again', async () => {
  const { desk, asked } = await open();
  await desk.fetching.changed('orders/o2');
  expect(asked()).toBe(2);
});
