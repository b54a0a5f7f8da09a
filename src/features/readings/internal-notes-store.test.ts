import { expect, test, vi } from 'vitest';
import { anApiError, fakeStorage, listenTo } from '../../lib/store-testing.ts';
import type { InternalNotes } from '../../shared/readings/reading-schema.ts';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createInternalNotes, hasNewerNotes } from './internal-notes-store.ts';

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

test('saves trimmed notes with the version they replace, even when empty', async () => {
  const { notes, saveNotes, saved, shown } = await open('Old.');
  notes.write(' New.\n', 'Old.');
  expect(await notes.save(null)).toBe(true);
  expect(saveNotes).toHaveBeenLastCalledWith('o1', { internalNotes: 'New.', notesSeen: 'Old.' });
  expect([saved(), notes.draft.$fields.get()]).toEqual(['New.', null]);
  expect(shown).toMatchObject([{ title: 'Notes Updated' }]);
  notes.write('', 'New.');
  await notes.save(null);
  expect(saved()).toBeNull();
});

test('keeps typed notes after a reload and saves them without a toast', async () => {
  const { notes, storage } = await open('Old.');
  notes.write('New.', 'Old.');
  const later = await open('Old.', storage);
  expect(later.notes.unsaved()).toBe('New.');
  expect(await later.notes.flush()).toBe(true);
  expect([later.server.stored, later.shown, storage.length]).toEqual(['New.', [], 0]);
});

test('saves once when two saves happen at the same time', async () => {
  const { notes, saveNotes, server } = await open();
  const answer = Promise.withResolvers<InternalNotes>();
  saveNotes.mockImplementationOnce(async () => answer.promise);
  notes.write('New.', '');
  const both = [notes.flush(), notes.flush()];
  server.stored = 'New.';
  answer.resolve({ internalNotes: 'New.' });
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(saveNotes).toHaveBeenCalledOnce();
});

test('keeps typing during a save and saves the rest next', async () => {
  const { notes, saveNotes, server } = await open();
  const answer = Promise.withResolvers<InternalNotes>();
  saveNotes.mockImplementationOnce(async () => answer.promise);
  notes.write('One', '');
  const saving = notes.flush();
  notes.write('One and two', '');
  server.stored = 'One';
  answer.resolve({ internalNotes: 'One' });
  expect(await saving).toBe(true);
  expect(notes.unsaved()).toBe('One and two');
  expect(await notes.flush()).toBe(true);
  expect(server.stored).toBe('One and two');
});

test('stores empty notes when they are cleared during a save', async () => {
  const { notes, saveNotes, server } = await open();
  const answer = Promise.withResolvers<InternalNotes>();
  saveNotes.mockImplementationOnce(async () => answer.promise);
  notes.write('One', '');
  const saving = notes.flush();
  notes.write('', '');
  const emptying = notes.flush();
  server.stored = 'One';
  answer.resolve({ internalNotes: 'One' });
  expect([await saving, await emptying]).toEqual([true, true]);
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

test('keeps both versions of the notes until one is chosen', async () => {
  const { desk, notes, server, saved } = await open('Old.');
  notes.write('Mine.', 'Old.');
  server.stored = 'Theirs.';
  expect(await notes.flush()).toBe(false);
  await desk.fetching.changed('orders/o1');
  expect([server.stored, saved(), notes.unsaved()]).toEqual(['Theirs.', 'Theirs.', 'Mine.']);
  expect(hasNewerNotes(notes.draft.$fields.get(), 'Theirs.')).toBe(true);
  notes.keepMine('Theirs.');
  expect(hasNewerNotes(notes.draft.$fields.get(), 'Theirs.')).toBe(false);
  expect(await notes.flush()).toBe(true);
  expect(server.stored).toBe('Mine.');
});
