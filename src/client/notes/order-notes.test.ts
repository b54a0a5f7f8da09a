import { expect, test } from 'vitest';
import type { OrderNote } from '../../shared/notes/notes.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, fakeStorage, lookAt, settle } from '../store-testing.ts';
import { createOrderNotes, type OrderNoteCalls } from './order-notes.ts';

const question = 'Which deck did they mean?';

/** A server that keeps the notes of one order, unless a test says otherwise. */
async function open(calls: Partial<OrderNoteCalls> = {}, storage = fakeStorage()) {
  const kept: OrderNote[] = [];
  const server: OrderNoteCalls = {
    list: async () => [...kept],
    async add(_orderId, text) {
      const id = String(kept.length);
      kept.push({ id, text, author: 'rita', role: 'reader', isOwn: true, createdAt: '2026-11-22T10:00:00Z' });
    },
    ...calls,
  };
  const { desk, toasts } = aDeskBase({}, { storage });
  const notes = createOrderNotes(desk, 'o1', server);
  await lookAt(notes.list.$state);
  const texts = () => notes.list.$state.get().data?.map(({ text }) => text);
  const typed = () => notes.form.draft.$fields.get()?.text;
  return { desk, notes, texts, typed, shown: toasts.shown, storage };
}

test('a note that was sent stands in the thread, and the field is empty; an empty one is not sent', async () => {
  const { notes, texts, typed, shown } = await open();
  notes.form.write(' \n ');
  expect(await notes.form.send()).toBe(false);
  notes.form.write(question);
  expect(await notes.form.send()).toBe(true);
  expect([texts(), typed()]).toEqual([[question], undefined]);
  // The page says it already.
  expect(shown).toEqual([]);
});

test('a note that was sent is out of the field also while the thread is still on its way', async () => {
  const lists = [Promise.resolve([]), new Promise<OrderNote[]>(() => {})];
  const { notes, typed, storage } = await open({
    list: () => lists.shift() ?? Promise.resolve([]),
    add: async () => undefined,
  });
  notes.form.write(question);
  void notes.form.send();
  await settle();
  expect(typed()).toBeUndefined();
  expect((await open({}, storage)).typed()).toBeUndefined();
});

test('what is typed is there after a reload, and for its order alone', async () => {
  const { notes, storage } = await open();
  notes.form.write(question);
  const { desk, typed } = await open({}, storage);
  expect(typed()).toBe(question);
  expect(createOrderNotes(desk, 'o2').form.draft.$fields.get()).toBeNull();
});

test('what could not be sent stays as it was typed, and is told', async () => {
  const gone = anApiError(404, 'order_not_found', 'There is no such order. It may have been deleted.');
  const { notes, typed, shown } = await open({ add: () => Promise.reject(gone) });
  notes.form.write(question);
  expect(await notes.form.send()).toBe(false);
  expect(typed()).toBe(question);
  expect(shown).toMatchObject([
    { title: 'Not Added', description: 'There is no such order. It may have been deleted.' },
  ]);
});
