import { expect, test, vi } from 'vitest';
import { anApiError, fakeStorage, listenTo } from '../../lib/store-testing.ts';
import type { InternalNotes } from '../../shared/readings/reading-schema.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createInternalNotes } from './internal-notes-store.ts';

/** A server that keeps the notes of one order. */
async function open(stored: string | null = null, storage = fakeStorage()) {
  const server = { stored };
  const saveNotes = vi.fn(
    async (_id: string, { internalNotes, notesSeen }: { internalNotes: string; notesSeen: string }) => {
      if (notesSeen !== (server.stored ?? '')) throw anApiError(409, 'reading_conflict', 'Others are there.');
      server.stored = internalNotes || null;
      return { internalNotes: server.stored };
    },
  );
  const calls = { saveNotes, internalNotes: async () => ({ internalNotes: server.stored }) };
  const { desk, toasts } = setUpDesk(calls, { storage });
  const notes = createInternalNotes(desk, 'o1');
  await listenTo(notes.saved.$state);
  const saved = () => notes.saved.$state.get().data?.internalNotes;
  return { desk, notes, server, saveNotes, saved, storage, shown: toasts.shown };
}

test('keeps typed notes after a reload and saves them without a toast', async () => {
  const { notes, storage } = await open('Old.');
  notes.write('New.', 'Old.');
  const later = await open('Old.', storage);
  expect(later.notes.unsaved()).toBe('New.');
  expect(await later.notes.flush()).toBe(true);
  expect([later.server.stored, later.shown, storage.length]).toEqual(['New.', [], 0]);
});

/** Begins to save notes, and lets the server answer later. */
async function saveSlowly(text: string) {
  const opened = await open();
  const { promise, resolve } = Promise.withResolvers<InternalNotes>();
  opened.saveNotes.mockImplementationOnce(() => promise);
  opened.notes.write(text, '');
  const saving = opened.notes.flush();
  const answer = () => {
    opened.server.stored = text;
    resolve({ internalNotes: text });
    return saving;
  };
  return { ...opened, answer };
}

test('saves once when two saves happen at the same time', async () => {
  const { notes, saveNotes, answer } = await saveSlowly('New.');
  const second = notes.flush();
  expect([await answer(), await second]).toEqual([true, true]);
  expect(saveNotes).toHaveBeenCalledOnce();
});

test('keeps typing during a save and saves the rest next', async () => {
  const { notes, server, answer } = await saveSlowly('One');
  notes.write('One and two', '');
  expect(await answer()).toBe(true);
  expect(notes.unsaved()).toBe('One and two');
  expect(await notes.flush()).toBe(true);
  expect(server.stored).toBe('One and two');
});

test('stores empty notes when they are cleared during a save', async () => {
  const { notes, server, answer } = await saveSlowly('One');
  notes.write('', '');
  const emptying = notes.flush();
  expect([await answer(), await emptying]).toEqual([true, true]);
  expect(server.stored).toBeNull();
});

test('saves nothing when nothing changed', async () => {
  const { notes, saveNotes } = await open('Old.');
  expect(await notes.flush()).toBe(true);
  notes.write('Old. ', 'Old.');
  expect([notes.unsaved(), await notes.flush()]).toEqual(['', true]);
  expect(notes.draft.$fields.get()).toBeNull();
  expect(saveNotes).not.toHaveBeenCalled();
});
