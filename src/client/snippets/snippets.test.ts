import { expect, test } from 'vitest';
import type { Snippet } from '../../shared/readings/snippets.ts';
import { createDrafts } from '../desk/draft.ts';
import { createWork } from '../desk/work.ts';
import { anApiError, deferred, fakeStorage, fakeToasts, ownFetching, settle } from '../store-testing.ts';
import { createSnippets, type SnippetCalls } from './snippets.ts';

const stored: Snippet = { id: 's1', title: 'Closing', text: 'Go well.', isShared: false, mayChange: true };
const fields = { title: 'Opening', text: 'The cards lie open.', isShared: false };

/** A server that keeps snippets, unless a test says otherwise. */
async function open(calls: Partial<SnippetCalls> = {}, storage = fakeStorage()) {
  let kept = [stored];
  const { toast, shown } = fakeToasts();
  const server: SnippetCalls = {
    list: async () => kept,
    async create(input) {
      const made = { ...input, id: `s${kept.length + 2}`, mayChange: true };
      kept = [...kept, made];
      return made;
    },
    async change(id, input) {
      kept = kept.map((one) => (one.id === id ? { ...one, ...input } : one));
    },
    async remove(id) {
      kept = kept.filter((one) => one.id !== id);
    },
    ...calls,
  };
  const snippets = createSnippets({
    calls: server,
    fetching: ownFetching(),
    work: createWork({ toast }),
    drafts: createDrafts({ storage, username: 'rita', now: Date.now }),
    toast,
  });
  snippets.list.$state.listen(() => {});
  await settle();
  const titles = () => snippets.list.$state.get().data?.map(({ title }) => title);
  return { snippets, titles, shown };
}

/** A server that has the list after something was made only once it is told to answer. */
async function openSlow() {
  const { promise: fetchedAnew, resolve: answer } = deferred<void>();
  const created: string[] = [];
  const { snippets } = await open({
    async list() {
      if (created.length > 0) await fetchedAnew;
      return [stored];
    },
    create: async ({ title }) => created.push(title),
  });
  return { snippets, created, answer };
}

test('a new one is listed, and the editor closes', async () => {
  const { snippets, titles } = await open();
  snippets.edit(null);
  expect(snippets.$editor.get()).toMatchObject({ title: '', text: '' });
  snippets.write(fields);
  expect(await snippets.save()).toBe(true);
  expect(titles()).toEqual(['Closing', 'Opening']);
  expect(snippets.$editor.get()).toBeNull();
});

test('the editor stays open until the list has what was saved', async () => {
  const { snippets, answer } = await openSlow();
  snippets.edit(null);
  snippets.write({ ...fields, title: 'Opening' });
  const saved = snippets.save();
  await settle();
  expect(snippets.$editor.get()).not.toBeNull();
  answer();
  expect(await saved).toBe(true);
  expect(snippets.$editor.get()).toBeNull();
});

test('what was deleted is put back while the list is fetched', async () => {
  const { snippets, created, answer } = await openSlow();
  for (const title of ['First', 'Second']) {
    void snippets.remove({ ...stored, id: title, title });
    await settle();
    void snippets.putBack();
    await settle();
  }
  expect(created).toEqual(['First', 'Second']);
  answer();
});

test('what is missing is said at its field, and nothing is sent', async () => {
  const { snippets, titles } = await open();
  snippets.edit(null);
  expect(await snippets.save()).toBe(false);
  expect(snippets.$editor.get()?.errors).toEqual({
    title: 'The title is missing.',
    text: 'The text is missing.',
  });
  snippets.write({ title: 'Opening' });
  expect(snippets.$editor.get()?.errors).toEqual({});
  expect(titles()).toEqual(['Closing']);
});

test('one is changed; what could not be saved stays as it was typed', async () => {
  let isRefused = true;
  const { snippets, titles, shown } = await open({
    change: async () => {
      if (isRefused) throw anApiError(503, 'unavailable', 'We can’t save this right now.');
    },
  });
  snippets.edit(stored);
  snippets.write({ title: 'Farewell' });
  expect(await snippets.save()).toBe(false);
  expect(shown).toMatchObject([{ title: 'Update Failed', description: 'We can’t save this right now.' }]);
  expect(snippets.$editor.get()).toMatchObject({ id: 's1', title: 'Farewell', text: 'Go well.' });
  isRefused = false;
  expect(await snippets.save()).toBe(true);
  expect(snippets.$editor.get()).toBeNull();
  expect(titles()).toEqual(['Closing']);
});

test('a deleted one comes back, also at the second try', async () => {
  let isOffline = true;
  const { snippets, titles, shown } = await open({
    create: async () => {
      if (isOffline) throw anApiError(503, 'unavailable', 'We can’t save this right now.');
    },
  });
  expect(await snippets.putBack()).toBe(false);
  await snippets.remove(stored);
  expect(titles()).toEqual([]);
  expect(snippets.$deleted.get()).toEqual(stored);
  expect(await snippets.putBack()).toBe(false);
  expect(shown).toMatchObject([{ title: 'Undo Failed', description: 'We can’t save this right now.' }]);
  isOffline = false;
  expect(await snippets.putBack()).toBe(true);
  expect(snippets.$deleted.get()).toBeNull();
});

test('one that is gone already leaves the list', async () => {
  let isGone = false;
  const { snippets, titles } = await open({
    list: async () => (isGone ? [] : [stored]),
    remove: async () => {
      isGone = true;
      throw anApiError(404, 'snippet_not_found', 'There is no such snippet any more.');
    },
  });
  expect(await snippets.remove(stored)).toBe(false);
  await settle();
  expect(titles()).toEqual([]);
});

test('what was typed is there after a reload, until it is saved or given up', async () => {
  const storage = fakeStorage();
  const { snippets: before } = await open({}, storage);
  before.edit(stored);
  before.write({ text: 'Go very well.', isShared: true });

  const { snippets: after } = await open({}, storage);
  expect(after.$editor.get()).toEqual({
    id: 's1',
    title: 'Closing',
    text: 'Go very well.',
    isShared: true,
    errors: {},
  });
  expect(await after.save()).toBe(true);
  expect((await open({}, storage)).snippets.$editor.get()).toBeNull();

  after.edit(null);
  after.write({ title: 'Opening' });
  after.cancel();
  expect((await open({}, storage)).snippets.$editor.get()).toBeNull();
});

test('one that was only looked at is as the server has it when it is opened again', async () => {
  const storage = fakeStorage();
  const { snippets } = await open({}, storage);
  snippets.edit(stored);
  expect((await open({}, storage)).snippets.$editor.get()).toBeNull();
});
