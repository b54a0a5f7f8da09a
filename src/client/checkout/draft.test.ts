import { expect, test } from 'vitest';
import { createDraft, type DeviceStorage, draftLife } from './draft.ts';
import { forgetForm, keepForm } from './kept-form.ts';

function storage() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

/** A device, and tabs that open on it. */
function device() {
  const shared = storage();
  const held = new Set<string>();
  const at = { now: 1_000_000 };
  let ids = 0;
  /**
   * @param tab the tab's own storage; that of another tab when it was duplicated or loaded again
   * @param claim of a browser that is slow
   */
  function open(tab = storage(), claim?: () => Promise<boolean>) {
    const own = new Set<string>();
    const draft = createDraft({
      tab,
      device: shared satisfies DeviceStorage,
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
      draft,
      tab,
      close() {
        for (const id of own) held.delete(id);
      },
    };
  }
  return { open, shared, at };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('what was typed is there again in a new tab, once its own is closed', async () => {
  const { open } = device();
  const first = open();
  expect(await first.draft.recall()).toBeNull();
  first.draft.keep('typed');
  await settled();
  first.close();
  expect(await open().draft.recall()).toBe('typed');
});

test("another tab's form is neither shown nor overwritten while that tab is open", async () => {
  const { open, shared } = device();
  const first = open();
  first.draft.keep('first');
  await settled();
  const second = open();
  expect(await second.draft.recall()).toBeNull();
  second.draft.keep('second');
  await settled();
  expect([...shared.entries.values()].sort()).toEqual(['1000000 first', '1000000 second']);
  first.close();
  expect(await open().draft.recall()).toBe('first');
});

test('what was typed is kept before the browser has said whose it is', async () => {
  const { open, shared } = device();
  const first = open(storage(), () => new Promise(() => undefined));
  first.draft.keep('typed');
  await settled();
  expect([...shared.entries.values()]).toEqual(['1000000 typed']);
});

test('what was begun while another draft was asked for is not filled in again', async () => {
  const { open } = device();
  const first = open();
  first.draft.keep('first');
  await settled();
  const second = open();
  const recalled = second.draft.recall();
  keepForm(second.tab, 'begun');
  second.draft.keep('begun');
  expect(await recalled).toBeNull();
});

test('of several that were left, the newest comes first, and each to one tab only', async () => {
  const { open, at } = device();
  for (const text of ['older', 'newer']) {
    const tab = open();
    tab.draft.keep(text);
    await settled();
    tab.close();
    at.now += 1;
  }
  expect(await open().draft.recall()).toBe('newer');
  expect(await open().draft.recall()).toBe('older');
  expect(await open().draft.recall()).toBeNull();
});

test('a page that is loaded again goes on with its own', async () => {
  const { open, shared } = device();
  const before = open();
  before.draft.keep('typed');
  await settled();
  before.close();
  const after = open(before.tab);
  expect(await after.draft.recall()).toBe('typed');
  after.draft.keep('typed on');
  await settled();
  expect([...shared.entries.values()]).toEqual(['1000000 typed on']);
});

test('a page that was loaded again has its draft to itself before anything is typed', async () => {
  const { open } = device();
  const before = open();
  before.draft.keep('typed');
  await settled();
  before.close();
  const after = open(before.tab);
  expect(await after.draft.recall()).toBe('typed');
  expect(await open().draft.recall()).toBeNull();
  after.draft.keep('typed on');
  await settled();
  after.close();
  expect(await open().draft.recall()).toBe('typed on');
});

test('a tab that was duplicated has the text, and is another form from there on', async () => {
  const { open, shared } = device();
  const first = open();
  first.draft.keep('typed');
  await settled();
  const copy = storage();
  for (const [key, value] of first.tab.entries) copy.setItem(key, value);
  const second = open(copy);
  expect(await second.draft.recall()).toBe('typed');
  second.draft.keep('typed, and changed');
  await settled();
  expect([...shared.entries.values()]).toEqual(['1000000 typed', '1000000 typed, and changed']);
});

test('a tab that was duplicated shows what it was duplicated with, not what the first one has by now', async () => {
  const { open } = device();
  const first = open();
  first.draft.keep('typed');
  await settled();
  const copy = storage();
  for (const [key, value] of first.tab.entries) copy.setItem(key, value);
  keepForm(copy, 'typed');
  first.draft.keep('for somebody else');
  await settled();
  expect(await open(copy).draft.recall()).toBe('typed');
});

test('after seven days nothing is left of it', async () => {
  const { open, shared, at } = device();
  const first = open();
  first.draft.keep('typed');
  await settled();
  first.close();
  at.now += draftLife;
  expect(await open().draft.recall()).toBeNull();
  expect(shared.length).toBe(0);
});

test('what was cleared or bought is gone from the tab and from the device', async () => {
  const { open, shared } = device();
  const cleared = open();
  keepForm(cleared.tab, 'typed');
  cleared.draft.keep('typed');
  await settled();
  cleared.draft.clear();
  expect([shared.length, cleared.tab.getItem('checkout')]).toEqual([0, null]);

  const bought = open();
  keepForm(bought.tab, 'typed');
  bought.draft.keep('typed');
  await settled();
  forgetForm(bought.tab, shared);
  expect([shared.length, bought.tab.getItem('checkout')]).toEqual([0, null]);
});

test('what is cleared in the moment in which it is kept stays cleared', async () => {
  const { open, shared } = device();
  const { draft } = open();
  draft.keep('typed');
  draft.clear();
  await settled();
  expect(shared.length).toBe(0);
});

test('a browser that stores nothing is no reason to fail', async () => {
  const { open } = device();
  const refuses = () => {
    throw new Error('denied');
  };
  const tab = { ...storage(), getItem: refuses, setItem: refuses, removeItem: refuses };
  const { draft } = open(tab);
  expect(await draft.recall()).toBeNull();
  draft.keep('typed');
  draft.clear();
  await settled();
});
