import { describe, expect, test } from 'vitest';
import { createDrafts, createTabDraft, draftLifetimeMs } from './kept-text.ts';
import { type DeviceStorage, quietStorage, readKept, type TextStorage } from './page-storage.ts';
import { fakeStorage } from './store-testing.ts';

const draftsOf = (storage: DeviceStorage, username = 'reader1', time = 1_000) =>
  createDrafts({ storage, username, now: () => time });

describe('a draft', () => {
  test('comes back after a reload, for its user only', () => {
    const storage = fakeStorage();
    draftsOf(storage).of('reading/o1').write({ content: 'Half a tho' });
    const kept = (username: string, name: string) => draftsOf(storage, username).of(name).$fields.get();
    expect(kept('reader1', 'reading/o1')).toEqual({ content: 'Half a tho' });
    expect([kept('reader2', 'reading/o1'), kept('reader1', 'reading/o2')]).toEqual([null, null]);
  });

  test('leaves nothing behind when it is cleared', () => {
    const storage = fakeStorage();
    const draft = draftsOf(storage).of('reading/o1');
    draft.write({ content: 'Done' });
    draft.clear();
    expect(draft.$fields.get()).toBeNull();
    expect(storage.length).toBe(0);
  });

  test('is found by the start of its name, by its user', () => {
    const storage = fakeStorage();
    const texts = (username: string) =>
      draftsOf(storage, username)
        .under('taken/')
        .map(({ name, $fields }) => [name, $fields.get()]);
    draftsOf(storage).of('taken/o1').write({ content: 'One' });
    draftsOf(storage).of('reading/o1').write({ content: 'Another' });
    draftsOf(storage, 'reader2').of('taken/o2').write({ content: 'Not theirs' });
    expect(texts('reader1')).toEqual([['taken/o1', { content: 'One' }]]);
  });

  test('takes changes only while it is being written', () => {
    const draft = draftsOf(fakeStorage()).of<{ content: string; version?: number }>('terms');
    draft.update({ version: 2 });
    expect(draft.$fields.get()).toBeNull();
    draft.write({ content: 'New' });
    draft.update({ version: 2 });
    expect(draft.$fields.get()).toEqual({ content: 'New', version: 2 });
  });

  test('expires after 30 days', () => {
    const storage = fakeStorage();
    storage.setItem('unrelated', 'kept');
    draftsOf(storage, 'reader1', 0).of('reading/o1').write({ content: 'Old' });
    const at = (time: number) => draftsOf(storage, 'reader1', time).of('reading/o1').$fields.get();
    expect(at(draftLifetimeMs)).not.toBeNull();
    expect(at(draftLifetimeMs + 1)).toBeNull();
    expect(storage.getItem('unrelated')).toBe('kept');
  });

  test.each(['not json', 'null'])('is ignored when it is damaged: %s', (stored) => {
    const storage = fakeStorage();
    storage.setItem('draft/reader1/reading/o1', stored);
    expect(draftsOf(storage).of('reading/o1').$fields.get()).toBeNull();
  });

  test('stays in memory where the browser stores nothing', () => {
    const storage = quietStorage(() => {
      throw new Error('quota');
    });
    const draft = draftsOf(storage).of('reading/o1');
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
  /**
   * @param tab the tab's own storage; that of another tab when it was duplicated or loaded again
   * @param claim of a browser that is slow
   */
  function open(tab: TextStorage = fakeStorage(), claim?: () => Promise<boolean>) {
    const own = new Set<string>();
    const draft = createTabDraft({
      keys,
      lifetimeMs,
      tab,
      device: quietStorage(() => shared),
      async claim(id) {
        if (claim) return claim();
        if (held.has(id)) return false;
        held.add(id);
        own.add(id);
        return true;
      },
      newId: () => {
        ids += 1;
        return `d${ids}`;
      },
      now: () => at.now,
    });
    return {
      tab,
      recall: draft.recall,
      clear: draft.clear,
      async keep(text: string) {
        void draft.keep(text);
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
  await open(fakeStorage(), () => new Promise(() => undefined)).keep('typed');
  expect(kept()).toEqual(['typed']);
});

test('recall fills in nothing once the customer has begun to type', async () => {
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

test('a tab that returns has its own text after a takeover', async () => {
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
  const refusing = quietStorage(() => {
    throw new Error('denied');
  });
  const { recall, keep, clear } = device().open(refusing);
  expect(await recall()).toBeNull();
  await keep('typed');
  clear();
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
