import { expect, test, vi } from 'vitest';
import { anApiError, fakeStorage, fakeToasts, listenTo } from '../../lib/store-testing.ts';
import type { Customer } from '../../shared/orders/customer.ts';
import { deskDependencies } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { createCustomerDesk } from './customer-desk.ts';

const maya: Customer = {
  email: 'maya@customers.example',
  orders: [],
  hasOlder: false,
  totals: { orders: 0, attempts: 0, open: 0, money: [] },
  mails: [],
  hasOlderMails: false,
  corrections: [],
  notes: [],
};

async function open(calls: Partial<StaffApi> = {}, storage = fakeStorage()) {
  const { toast, shown } = fakeToasts();
  const notes: Customer['notes'] = [];
  const read = vi.fn(async () => ({ ...maya, notes: [...notes] }));
  const addNote = async (_orderId: string, text: string) => {
    notes.push({ id: text, text, author: 'boss', createdAt: '2026-11-22T10:00:00Z' });
    return {} as never;
  };
  const server = { customer: read, addNote, ...calls };
  const dependencies = deskDependencies(server, { username: 'boss', storage, toast });
  const desk = createCustomerDesk(dependencies, 'o1');
  await listenTo(desk.customer.$state);
  return { desk, shown, storage, read };
}

test('shows a saved note, and keeps an unsaved one after a reload', async () => {
  const unavailable = anApiError(503, 'unavailable', 'We can’t save this right now.');
  const text = 'Asked for a friendly word.';
  const { desk: before, shown, storage } = await open({ addNote: () => Promise.reject(unavailable) });
  before.note.draft.write({ text });
  expect(await before.note.send(text)).toBe(false);
  expect(shown).toMatchObject([{ title: 'Not Added', description: unavailable.serverMessage }]);
  const { desk } = await open({}, storage);
  expect(desk.note.draft.$fields.get()?.text).toBe(text);
  expect(await desk.note.send(text)).toBe(true);
  expect(desk.customer.$state.get().data?.notes).toMatchObject([{ text }]);
});

test('fetches the page again when any order has changed', async () => {
  const { desk, read } = await open();
  await desk.fetching.changed('orders/o2');
  expect(read).toHaveBeenCalledTimes(2);
});
