import { afterEach, expect, test, vi } from 'vitest';
import { retriable } from './retriable.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const address = 'https://shop.example/_astro/Part.1.js';
const chromes = `Failed to fetch dynamically imported module: ${address}`;

/** A file of the site that cannot be fetched for now, in a browser that remembers that. */
function brokenFile(file: object, words = chromes) {
  const asked: string[] = [];
  const site = { isBroken: true, isReloading: false, reloadsAskedFor: [] as string[] };
  const part = retriable(
    async (): Promise<Record<'Part', string>> => {
      asked.push('first');
      throw new TypeError(words);
    },
    'Part',
    async (other) => {
      asked.push(other);
      if (site.isBroken) throw new TypeError(words);
      return file;
    },
    async (gone) => {
      site.reloadsAskedFor.push(gone);
      return site.isReloading;
    },
  );
  return { asked, site, part };
}

test.each<[string, object]>([
  ['from a file of its own', { Part: 'drawn' }],
  ['from a file shared with another part', { t: () => 'drawn', n: { Part: 'drawn' }, x: 'else' }],
])('retries under a new address each time until the part loads %s', async (_, file) => {
  const { asked, site, part } = brokenFile(file);
  await expect(part()).rejects.toThrow(chromes);
  await expect(part()).rejects.toThrow(chromes);
  site.isBroken = false;
  expect(await part()).toBe('drawn');
  expect(asked).toEqual(['first', `${address}#1`, `${address}#2`]);
});

test('retries the same address when the browser does not name the file', async () => {
  const { asked, part } = brokenFile({}, 'Importing a module script failed.');
  await expect(part()).rejects.toThrow('Importing a module script failed.');
  await expect(part()).rejects.toThrow('Importing a module script failed.');
  expect(asked).toEqual(['first', 'first']);
});

test('reloads the page without an error when the file is gone', async () => {
  const { site, part } = brokenFile({});
  await expect(part()).rejects.toThrow(chromes);
  site.isReloading = true;
  const told = part().finally(() => 'told');
  const nothing = new Promise((resolve) => setImmediate(() => resolve('nothing')));
  expect(await Promise.race([told, nothing])).toBe('nothing');
  expect(site.reloadsAskedFor).toEqual([address, address]);
});

test('requests nothing while offline', async () => {
  const load = vi.fn(async () => ({ Part: 'drawn' }));
  const part = retriable(load, 'Part');
  vi.stubGlobal('navigator', { onLine: false });
  await expect(part()).rejects.toThrow('There is no connection.');
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true });
  expect([await part(), await part()]).toEqual(['drawn', 'drawn']);
});
