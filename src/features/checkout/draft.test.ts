import { expect, test } from 'vitest';
import { quietStorage, type TextStorage } from '../../lib/page-storage.ts';
import { fakeStorage } from '../../lib/store-testing.ts';
import { createDraft, draftLife, forgetDraft, formPage, keepSecret } from './draft.ts';

/** A device, and tabs that open on it. */
function device(page = '', shared = fakeStorage()) {
  const held = new Set<string>();
  const at = { now: 1_000_000 };
  let ids = 0;
  /**
   * @param tab the tab's own storage; that of another tab when it was duplicated or loaded again
   * @param claim of a browser that is slow
   */
  function open(tab: TextStorage = fakeStorage(), claim?: () => Promise<boolean>) {
    const own = new Set<string>();
    const draft = createDraft({
      page,
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
  const kept = () => valuesOf(shared).map((value) => value.replace('1000000 ', ''));
  return { open, shared, kept, at };
}

const keysOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
const valuesOf = (storage: Storage) => keysOf(storage).map((key) => storage.getItem(key) ?? '');

function duplicate(tab: TextStorage): TextStorage {
  const copy = fakeStorage();
  for (const key of ['checkout-draft', 'checkout']) copy.setItem(key, tab.getItem(key) ?? '');
  return copy;
}

test("another tab's form is neither shown nor overwritten while that tab is open", async () => {
  const { open, kept } = device();
  const [first, second] = [open(), open()];
  await first.keep('first');
  expect(await second.recall()).toBeNull();
  await second.keep('second');
  expect(kept().sort()).toEqual(['first', 'second']);
  first.close();
  expect(await open().recall()).toBe('first');
});

test('what was typed is kept before the browser has said whose it is', async () => {
  const { open, kept } = device();
  await open(fakeStorage(), () => new Promise(() => undefined)).keep('typed');
  expect(kept()).toEqual(['typed']);
});

test('what was begun while another draft was asked for is not filled in again', async () => {
  const { open } = device();
  await open().keep('first');
  const second = open();
  const recalled = second.recall();
  await second.keep('begun');
  expect(await recalled).toBeNull();
});

test('of several that were left, the newest comes first, and each to one tab only', async () => {
  const { open, at } = device();
  for (const text of ['older', 'newer']) {
    const tab = open();
    await tab.keep(text);
    tab.close();
    at.now += 1;
  }
  for (const text of ['newer', 'older', null]) expect(await open().recall()).toBe(text);
});

test('a page that is loaded again goes on with its own, which no other tab is shown before anything is typed', async () => {
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

test('a tab that was duplicated has the text as it was then, and is another form from there on', async () => {
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

test('a tab that comes back after another one took over its draft has its own text', async () => {
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

test('after seven days nothing is left of it', async () => {
  const { open, shared, at } = device();
  const first = open();
  await first.keep('typed');
  first.close();
  at.now += draftLife;
  expect(await open().recall()).toBeNull();
  expect(shared.length).toBe(0);
});

test.each(['cleared', 'bought'])('what was %s is gone from the tab and from the device', async (how) => {
  const { open, shared } = device();
  const { tab, keep, clear } = open();
  await keep('typed');
  if (how === 'cleared') clear();
  else forgetDraft('', tab, shared);
  expect([shared.length, tab.getItem('checkout')]).toEqual([0, null]);
});

test('what is cleared in the moment in which it is kept stays cleared', async () => {
  const { open, shared } = device();
  const { keep, clear } = open();
  const keeping = keep('typed');
  clear();
  await keeping;
  expect(shared.length).toBe(0);
});

test('a browser that stores nothing is no reason to fail', async () => {
  const refusing = quietStorage(() => {
    throw new Error('denied');
  });
  const { recall, keep, clear } = device().open(refusing);
  expect(await recall()).toBeNull();
  await keep('typed');
  clear();
});

test('the forms of two offers in one tab are two drafts', async () => {
  const [tab, shared] = [fakeStorage(), fakeStorage()];
  const home = device('', shared);
  const offer = device('/readings/three-cards', shared);
  await home.open(tab).keep('of the home page');
  await offer.open(tab).keep('of three cards');
  expect(keysOf(shared).sort()).toEqual(['checkout d1', 'checkout/readings/three-cards d1']);
  expect(await device('', shared).open(tab).recall()).toBe('of the home page');
  expect(await device('/readings/three-cards', shared).open(tab).recall()).toBe('of three cards');
  expect(await device('/readings/a-year', shared).open(tab).recall()).toBeNull();
});

test('the page of a form is its path, and empty for the home page', () => {
  expect(formPage({ pathname: '/' })).toBe('');
  expect(formPage({ pathname: '/readings/three-cards/' })).toBe('/readings/three-cards');
});

test('the secret of a delivered order is kept for the page that it has opened', () => {
  const tab = fakeStorage();
  expect(keepSecret('/readings/again', tab, '')).toBeNull();
  expect(keepSecret('/readings/again', tab, '#after=s3cret')).toBe('s3cret');
  expect(keepSecret('/readings/again', tab, '#order-title')).toBe('s3cret');
  expect(keepSecret('/readings/other', tab, '')).toBeNull();
});
