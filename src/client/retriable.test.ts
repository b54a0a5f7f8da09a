import { afterEach, expect, test, vi } from 'vitest';
import { retriable } from './retriable.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A file of the site that cannot be fetched for now, in a browser that remembers that. */
function brokenFile(file: object, words: string) {
  const asked: string[] = [];
  const site = { isBroken: true };
  async function fetchFile(address: string): Promise<object> {
    asked.push(address);
    if (site.isBroken) throw new TypeError(words);
    return file;
  }
  const load = async (): Promise<Record<'Part', string>> => {
    asked.push('first');
    throw new TypeError(words);
  };
  const isGone = { asked: [] as string[], isReloading: false };
  const reload = async (file: string) => {
    isGone.asked.push(file);
    return isGone.isReloading;
  };
  return { asked, site, isGone, part: retriable(load, 'Part', fetchFile, reload) };
}

const chromes = 'Failed to fetch dynamically imported module: https://shop.example/_astro/Part.1.js';

test('a part that can be fetched is there', async () => {
  const part = retriable(async () => ({ Part: 'drawn' }), 'Part');
  expect([await part(), await part()]).toEqual(['drawn', 'drawn']);
});

test('what has failed is asked for under another address each time, until it is there', async () => {
  const { asked, site, part } = brokenFile({ Part: 'drawn' }, chromes);
  await expect(part()).rejects.toThrow(chromes);
  await expect(part()).rejects.toThrow(chromes);
  site.isBroken = false;
  expect(await part()).toBe('drawn');
  const file = 'https://shop.example/_astro/Part.1.js';
  expect(asked).toEqual(['first', `${file}#1`, `${file}#2`]);
});

test('a part that shares its file with another is found there', async () => {
  const shared = { t: () => 'drawn', n: { Part: 'drawn' }, x: 'else' };
  const { site, part } = brokenFile(shared, chromes);
  await expect(part()).rejects.toThrow(chromes);
  site.isBroken = false;
  expect(await part()).toBe('drawn');
});

test('where the browser does not say which file has failed, the same is asked for again', async () => {
  const { asked, part } = brokenFile({}, 'Importing a module script failed.');
  await expect(part()).rejects.toThrow('Importing a module script failed.');
  await expect(part()).rejects.toThrow('Importing a module script failed.');
  expect(asked).toEqual(['first', 'first']);
});

test('where the file is gone the page is loaded again, and nobody is told of a failure before', async () => {
  const { isGone, part } = brokenFile({}, chromes);
  await expect(part()).rejects.toThrow(chromes);
  isGone.isReloading = true;
  const told = part().finally(() => 'told');
  expect(await Promise.race([told, new Promise((resolve) => setImmediate(() => resolve('nothing')))])).toBe(
    'nothing',
  );
  expect(isGone.asked).toEqual(Array(2).fill('https://shop.example/_astro/Part.1.js'));
});

test('without a connection nothing is asked for, so that there is nothing to remember', async () => {
  const asked: string[] = [];
  const load = async () => {
    asked.push('first');
    return { Part: 'drawn' };
  };
  const part = retriable(load, 'Part');
  vi.stubGlobal('navigator', { onLine: false });
  await expect(part()).rejects.toThrow('There is no connection.');
  expect(asked).toEqual([]);
  vi.stubGlobal('navigator', { onLine: true });
  expect(await part()).toBe('drawn');
});
