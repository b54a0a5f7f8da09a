import { expect, test, vi } from 'vitest';
import { anApiError, fakeStorage, flushPromises, listenTo } from '../../../lib/store-testing.ts';
import type { Snippet } from '../../../shared/readings/snippet-schema.ts';
import { setUpDesk } from '../desk-testing.ts';
import type { StaffApi } from '../staff-api.ts';
import { createSnippets, fillSnippet, findSnippets } from './snippet-store.ts';

const stored: Snippet = { id: 's1', title: 'Closing', text: 'Go well.', isShared: false, mayChange: true };
const unavailable = anApiError(503, 'unavailable', 'We can’t save this right now.');

/** A server that has one snippet, unless a test says otherwise. */
async function open(calls: Partial<StaffApi> = {}, storage = fakeStorage()) {
  let kept = [stored];
  const server: Partial<StaffApi> = {
    snippets: async () => kept,
    createSnippet: async () => null,
    changeSnippet: async () => null,
    async deleteSnippet(id) {
      kept = kept.filter((one) => one.id !== id);
    },
    ...calls,
  };
  const { desk, toasts } = setUpDesk(server, { storage });
  const snippets = createSnippets(desk);
  await listenTo(snippets.list.$state);
  const titles = () => snippets.list.$state.get().data?.map(({ title }) => title);
  return { snippets, titles, shown: toasts.shown };
}

/** A server that has the list after something was made only once it is told to answer. */
async function openSlow() {
  const { promise: fetchedAgain, resolve: answer } = Promise.withResolvers<void>();
  const created: string[] = [];
  const { snippets } = await open({
    async snippets() {
      if (created.length > 0) await fetchedAgain;
      return [stored];
    },
    createSnippet: async ({ title }) => created.push(title),
  });
  return { snippets, created, answer };
}

test('keeps the editor open until the list includes the saved snippet', async () => {
  const { snippets, answer } = await openSlow();
  snippets.edit();
  const saved = snippets.save('', { title: 'Opening', text: 'The cards lie open.', isShared: false });
  await flushPromises();
  expect(snippets.$edited.get()).toBe('');
  answer();
  expect(await saved).toBe(true);
  expect(snippets.$edited.get()).toBeNull();
});

test('restores a deleted snippet while the list is still loading', async () => {
  const { snippets, created } = await openSlow();
  for (const title of ['First', 'Second']) {
    void snippets.remove({ ...stored, id: title, title });
    await flushPromises();
    void snippets.putBack();
    await flushPromises();
  }
  expect(created).toEqual(['First', 'Second']);
});

test('restores a deleted snippet, even at the second try', async () => {
  const { snippets, titles, shown } = await open({
    createSnippet: vi.fn(async () => {}).mockRejectedValueOnce(unavailable),
  });
  await snippets.remove(stored);
  expect([titles(), snippets.$deleted.get()]).toEqual([[], stored]);
  expect(await snippets.putBack()).toBe(false);
  expect(shown).toMatchObject([{ title: 'Undo Failed', description: unavailable.serverMessage }]);
  expect(await snippets.putBack()).toBe(true);
  expect(snippets.$deleted.get()).toBeNull();
});

test('keeps typed text across a reload until it is saved or discarded', async () => {
  const storage = fakeStorage();
  const reload = async () => (await open({}, storage)).snippets;
  const before = await reload();
  before.edit(stored);
  expect((await reload()).$edited.get()).toBeNull();
  const input = { title: 'Closing', text: 'Go very well.', isShared: true };
  before.draft.write({ id: 's1', text: input.text, isShared: 'yes' });

  const after = await reload();
  expect(after.$edited.get()).toBe('s1');
  expect(after.draft.$fields.get()?.text).toBe('Go very well.');
  expect(await after.save('s1', input)).toBe(true);
  expect((await reload()).$edited.get()).toBeNull();
  after.draft.write({ id: '', title: 'Opening' });
  after.close();
  expect((await reload()).$edited.get()).toBeNull();
});

test('saves an edited snippet as new when another session deleted it', async () => {
  const create = vi.fn(async () => null);
  let kept = [stored];
  const { snippets } = await open({ snippets: async () => kept, createSnippet: create });
  snippets.edit(stored);
  kept = [];
  await snippets.list.refresh();
  snippets.draft.write({ id: 's1', title: 'End' });
  expect(snippets.$stored.get()).toEqual(stored);
  const input = { title: 'End', text: stored.text, isShared: false };
  expect(await snippets.save('s1', input)).toBe(true);
  expect(create).toHaveBeenCalledExactlyOnceWith(input);
});

const aSnippet = (title: string, text: string): Snippet => ({ ...stored, id: title, title, text });

const snippets = [
  aSnippet('Abschied', 'The Star says farewell, {name}.'),
  aSnippet('Café', 'Rest where Yıldız rests.'),
  aSnippet('Star, reversed', 'Hope that waits: O’Sullivan.'),
];

test.each([
  ['', ['Abschied', 'Café', 'Star, reversed']],
  ['star', ['Star, reversed', 'Abschied']],
  ['farewell STAR', ['Abschied']],
  ['cafe', ['Café']],
  ['yildiz', ['Café']],
  ["o'sull", ['Star, reversed']],
  ['rev waits', ['Star, reversed']],
  ['moon', []],
])('searches for %j in titles first, then in texts: %j', (search, titles) => {
  expect(findSnippets(snippets, search).map(({ title }) => title)).toEqual(titles);
});

test.each([
  ['Go well, {name}. Yes, {name}!', 'Maya', 'Go well, Maya. Yes, Maya!'],
  ['{Name} {{name}} { name } {card}', 'Maya', '{Name} {Maya} { name } {card}'],
  ['Dear {name},', '$& {name}', 'Dear $& {name},'],
])('fills only the name into %j', (text, name, filled) => {
  expect(fillSnippet(text, name)).toBe(filled);
});
