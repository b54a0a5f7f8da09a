import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { days } from '../../shared/durations.ts';
import { folderOfTest } from '../../testing/temporary-folder.ts';
import { assetOf } from './assets.ts';
import { openEarlierFiles } from './earlier-files.ts';

let place: string;
let now: number;

beforeEach(() => {
  place = folderOfTest();
  now = Date.parse('2026-11-20T09:00:00Z');
});

const folder = () => join(place, 'shop.db.files');

/** A version that has these files, and a page. */
function open(...names: string[]) {
  const paths = ['/', ...names.map((name) => `/_astro/${name}`)];
  const assets = new Map(paths.map((path) => [path, assetOf(path, { identity: Buffer.from(`of ${path}`) })]));
  const log = pino({ level: 'silent' });
  const headers = { 'X-Content-Type-Options': 'nosniff' };
  return openEarlierFiles({ folder: folder(), assets, headers, now: () => now, log });
}

async function start(...names: string[]) {
  const files = open(...names);
  await files.tidy();
  return files;
}

const kept = () => readdirSync(folder()).sort();

test('a file that the next version lacks is answered for a month, as it was', async () => {
  await start('Form.a1.js', 'both.b1.css');
  now += days(90);
  let files = await start('Form.a2.js', 'both.b1.css');
  const asset = await files.find('/_astro/Form.a1.js');
  expect(asset?.variants.identity.body.toString()).toBe('of /_astro/Form.a1.js');
  expect(asset?.headers).toMatchObject({
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
  });
  expect(await files.find('/_astro/both.b1.css')).toBeUndefined();

  now += days(30);
  files = await start('Form.a3.js');
  expect(await files.find('/_astro/Form.a1.js')).toBeDefined();
  expect(await files.find('/_astro/Form.a2.js')).toBeDefined();

  now += 1;
  files = await start('Form.a3.js');
  expect(await files.find('/_astro/Form.a1.js')).toBeUndefined();
  expect(kept()).toEqual(['Form.a2.js', 'Form.a3.js', 'both.b1.css']);
});

test('a version that comes back keeps its files again', async () => {
  await start('Form.a1.js');
  await start('Form.a2.js');
  now += days(20);
  await start('Form.a1.js');
  now += days(20);
  await start('Form.a1.js');
  expect(kept()).toEqual(['Form.a1.js', 'Form.a2.js']);
  now += days(60);
  const files = await start('Form.a3.js');
  expect(await files.find('/_astro/Form.a1.js')).toBeDefined();
});

test('only whole files of the site are ever read', async () => {
  writeFileSync(join(place, 'shop.db'), 'secret');
  await start('Form.a1.js');
  writeFileSync(join(folder(), 'half.c1.js.new'), 'ha');
  const files = await start('Form.a2.js');
  for (const name of [
    ...['../shop.db', '..%2fshop.db', '..\\shop.db', '', '.', '..'],
    ...['Form.a1.js/', './Form.a1.js', '/Form.a1.js', 'half.c1.js.new'],
  ]) {
    expect([name, await files.find(`/_astro/${name}`)]).toEqual([name, undefined]);
  }
  expect(await files.find('/Form.a1.js')).toBeUndefined();
});

test('a folder that cannot be written to stops nothing', async () => {
  writeFileSync(folder(), 'a file in its place');
  const files = await start('Form.a1.js');
  expect(await files.find('/_astro/Form.a0.js')).toBeUndefined();
});

test('a service that ends while it tidies waits for the file at hand alone', async () => {
  const files = open(...Array.from({ length: 50 }, (_, index) => `${index}.js`));
  void files.tidy();
  await files.close();
  expect(existsSync(folder()) ? kept().length : 0).toBeLessThan(50);
});
