import { describe, expect, test } from 'vitest';
import { createDrafts, createTabDraft, draftLifetimeMs } from './kept-text.ts';
import { type DeviceStorage, quietStorage, readKept, type TextStorage } from './page-storage.ts';
import { fakeStorage } from './store-testing.ts';

const draftsOf = (storage: DeviceStorage, username = 'reader1', time = 1_000) =>
  createDrafts({ storage, username, now: () => time });

/** A browser that stores nothing. */
const refusing = () =>
  quietStorage(() => {
    throw new Error('denied');
  });

describe('createDrafts', () => {
  test('restores a draft after a reload, for its user only', () => {
    const storage = fakeStorage();
    draftsOf(storage).of('reading/o1').write({ content: 'Half a tho' });
    const kept = (username: string, name: string) => draftsOf(storage, username).of(name).$fields.get();
    expect(kept('reader1', 'reading/o1')).toEqual({ content: 'Half a tho' });
    expect([kept('reader2', 'reading/o1'), kept('reader1', 'reading/o2')]).toEqual([null, null]);
  });

  test('leaves nothing behind when a draft is cleared', () => {
    const storage = fakeStorage();
    const draft = draftsOf(storage).of('reading/o1');
    draft.write({ content: 'Done' });
    draft.clear();
    expect([draft.$fields.get(), storage.length]).toEqual([null, 0]);
  });

  test('finds drafts by the start of their names, for their user only', () => {
    const storage = fakeStorage();
    for (const [username, name] of [
      ['reader1', 'taken/o1'],
      ['reader1', 'reading/o1'],
      ['reader2', 'taken/o2'],
    ] as const)
      draftsOf(storage, username).of(name).write({ content: name });
    const found = draftsOf(storage).under('taken/');
    expect(found.map(({ $fields }) => $fields.get())).toEqual([{ content: 'taken/o1' }]);
  });

  test('changes a draft only while it is being written', () => {
    const draft = draftsOf(fakeStorage()).of<{ content: string; version?: number }>('terms');
    draft.update({ version: 2 });
    expect(draft.$fields.get()).toBeNull();
    draft.write({ content: 'New' });
    draft.update({ version: 2 });
    expect(draft.$fields.get()).toEqual({ content: 'New', version: 2 });
  });

  test('drops a draft after 30 days, and nothing else', () => {
    const storage = fakeStorage();
    storage.setItem('unrelated', 'kept');
    draftsOf(storage, 'reader1', 0).of('reading/o1').write({ content: 'Old' });
    const at = (time: number) => draftsOf(storage, 'reader1', time).of('reading/o1').$fields.get();
    expect([at(draftLifetimeMs), at(draftLifetimeMs + 1)]).toEqual([{ content: 'Old' }, null]);
    expect(storage.getItem('unrelated')).toBe('kept');
  });

  test.each(['not json', 'null'])('ignores a damaged draft: %s', (stored) => {
    const storage = fakeStorage();
    storage.setItem('draft/reader1/reading/o1', stored);
    expect(draftsOf(storage).of('reading/o1').$fields.get()).toBeNull();
  });

  test('keeps a draft in memory where the browser stores nothing', () => {
    const draft = draftsOf(refusing()).of('reading/o1');
    draft.write({ content: 'Still here' });
    expect(draft.$fields.get()).toEqual({ content: 'Still here' });
  });
});

const lifetimeMs = 60_000;
const keysOf = (form: string) => ({ id: `${form}-id`, copy: form, drafts: `${form} ` });

/** A device, and tabs that open on it. */
function device(keys = keysOf('form'), shared = fakeStorage()) {
  const held = new Set<string>();
  const at = { now: 1_000_000 };
  let ids = 0;
  /** @param tab the tab's own storage; that of another tab when it was duplicated or loaded again */
  function open(tab: TextStorage = fakeStorage(), isSlow = false) {
    const own = new Set<string>();
    const { recall, clear, keep } = createTabDraft({
      ...{ keys, lifetimeMs, tab, device: quietStorage(() => shared) },
      async claim(id) {
        if (isSlow) await new Promise(() => {});
        if (held.has(id)) return false;
        held.add(id);
        own.add(id);
        return true;
      },
      newId: () => `d${++ids}`,
      now: () => at.now,
    });
    return {
      ...{ tab, recall, clear },
      async keep(text: string) {
        void keep(text);
        await new Promise((resolve) => setImmediate(resolve));
      },
      close() {
        for (const id of own) held.delete(id);
      },
    };
  }
  const kept = () => shared.keys().map((key) => readKept(shared, key)?.fields);
  return { open, shared, kept, at };
}

function duplicate(tab: TextStorage): TextStorage {
  const copy = fakeStorage();
  for (const key of ['form-id', 'form']) copy.setItem(key, tab.getItem(key) ?? '');
  return copy;
}

describe('createTabDraft', () => {
  test('a tab neither shows nor overwrites the form of another open tab', async () => {
    const { open, kept } = device();
    const [first, second] = [open(), open()];
    await first.keep('first');
    expect(await second.recall()).toBeNull();
    await second.keep('second');
    expect(kept().sort()).toEqual(['first', 'second']);
    first.close();
    expect(await open().recall()).toBe('first');
  });

  test('a tab keeps typed text before the browser answers the claim', async () => {
    const { open, kept } = device();
    await open(fakeStorage(), true).keep('typed');
    expect(kept()).toEqual(['typed']);
  });

  test('restores nothing once the customer has begun to type', async () => {
    const { open } = device();
    await open().keep('first');
    const second = open();
    const recalled = second.recall();
    await second.keep('begun');
    expect(await recalled).toBeNull();
  });

  test('new tabs take over the drafts of closed ones, newest first', async () => {
    const { open, at } = device();
    for (const text of ['older', 'newer']) {
      const tab = open();
      await tab.keep(text);
      tab.close();
      at.now += 1;
    }
    for (const text of ['newer', 'older', null]) expect(await open().recall()).toBe(text);
  });

  test('a reloaded page keeps its own draft to itself', async () => {
    const { open, kept } = device();
    const before = open();
    await before.keep('typed');
    before.close();
    const after = open(before.tab);
    expect(await after.recall()).toBe('typed');
    expect(await open().recall()).toBeNull();
    await after.keep('typed on');
    expect(kept()).toEqual(['typed on']);
    after.close();
    expect(await open().recall()).toBe('typed on');
  });

  test('a duplicated tab starts with the same text as a separate draft', async () => {
    const { open, kept } = device();
    const first = open();
    await first.keep('typed');
    const copy = duplicate(first.tab);
    await first.keep('for another person');
    const second = open(copy);
    expect(await second.recall()).toBe('typed');
    expect(kept()).toEqual(['for another person', 'typed']);
    expect(await open(second.tab).recall(), 'loaded again').toBe('typed');
    await second.keep('typed, and changed');
    expect(kept()).toContain('typed, and changed');
  });

  test('a returning tab keeps its own text after a takeover', async () => {
    const { open, kept } = device();
    const first = open();
    await first.keep('of the first tab');
    first.close();
    const second = open();
    expect(await second.recall()).toBe('of the first tab');
    await second.keep('of the second tab');
    const back = open(first.tab);
    expect(await back.recall()).toBe('of the first tab');
    expect(kept().sort()).toEqual(['of the first tab', 'of the second tab']);
  });

  test('a tab draft expires after its lifetime', async () => {
    const { open, shared, at } = device();
    const first = open();
    await first.keep('typed');
    first.close();
    at.now += lifetimeMs + 1;
    expect(await open().recall()).toBeNull();
    expect(shared.length).toBe(0);
  });

  test('a draft that is cleared during a write stays cleared', async () => {
    const { open, shared } = device();
    const { keep, clear } = open();
    const keeping = keep('typed');
    clear();
    await keeping;
    expect(shared.length).toBe(0);
  });

  test('a tab draft works where the browser stores nothing', async () => {
    const { recall, keep } = device().open(refusing());
    expect(await recall()).toBeNull();
    await keep('typed');
  });

  test('cleared text is gone from the tab and from the device', async () => {
    const { open, shared } = device();
    const { tab, keep, clear } = open();
    await keep('typed');
    clear();
    expect([shared.length, tab.getItem('form')]).toEqual([0, null]);
  });

  test('two forms in one tab have two drafts', async () => {
    const [tab, shared] = [fakeStorage(), fakeStorage()];
    const open = (form: string) => device(keysOf(form), shared).open(tab);
    await open('home').keep('of the home page');
    await open('home/offer').keep('of the offer');
    expect(shared.keys().sort()).toEqual(['home d1', 'home/offer d1']);
    expect(await open('home').recall()).toBe('of the home page');
    expect(await open('home/offer').recall()).toBe('of the offer');
    expect(await open('home/other').recall()).toBeNull();
  });

  test('a tab restores a draft that version 0.2.0 kept', async () => {
    const { open, shared, at } = device();
    shared.setItem('form d7', `${at.now} {"name":"Ana 1 2"}`);
    expect(await open().recall()).toBe('{"name":"Ana 1 2"}');
  });
});
