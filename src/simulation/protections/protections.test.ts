import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tryWithout } from './notice.ts';
import { promisesAsked } from './promises-asked.ts';
import { changesOf, StaleProtection, takeOut } from './protection.ts';
import { protections } from './protections.ts';
import { promisesIn, withTrials } from './protections-table.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('what is taken out is in the sources exactly once', () => {
  for (const protection of protections) {
    const places = changesOf(protection, true);
    const files = new Map(places.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]));
    for (const place of places) files.set(place.file, takeOut(files.get(place.file) ?? '', place));
  }
});

test('a text that is gone, or there twice, is said to be', () => {
  const place = { file: 'a.ts', text: 'if (isPaid) return;', instead: '' };
  expect(takeOut('{ if (isPaid) return; }', place)).toBe('{  }');
  expect(() => takeOut('{}', place)).toThrow(StaleProtection);
  expect(() => takeOut('if (isPaid) return; if (isPaid) return;', place)).toThrow('a.ts has this 2 times');
});

test('the world of a trial is the same with the protection and without it', () => {
  const [gone, rare] = ['guard', 'chance'].map((text) => ({ file: 'a.ts', text, instead: '' }));
  const protection = protections.find(({ world }) => world);
  if (!gone || !rare || !protection) throw new Error('No protection has a world of its own.');
  const one = { ...protection, places: [gone], world: { words: 'it is rare', places: [rare] } };
  expect(changesOf(one, true)).toEqual([rare, gone]);
  expect(changesOf(one, false)).toEqual([rare]);
  const order = { seed: '1', months: 1 };
  const breaks = { promise: one.breaks[0], words: '', at: 0 };
  const trial = { protection: one, order, broken: [breaks], expected: one.breaks[0], after: 0, before: 0 };
  const document = '<!-- protections --><!-- end of protections -->';
  expect(withTrials(document, [{ ...trial, took: 0 }], promisesAsked())).toContain(
    '| 1 | 0 hours, where it is rare |',
  );
});

test('each promise has a protection, and each protection a promise and a name of its own', () => {
  const asked = promisesAsked();
  expect(asked.size).toBeGreaterThan(20);
  const broken = new Set(protections.flatMap(({ breaks }) => breaks));
  expect([...asked].filter((promise) => !broken.has(promise))).toEqual([]);
  expect([...broken].filter((promise) => !asked.has(promise))).toEqual([]);
  expect(new Set(protections.map(({ name }) => name)).size).toBe(protections.length);
});

test('the document names each promise: in the table as broken, or as not seen to break yet', () => {
  const { broken, unbroken } = promisesIn(readFileSync(join(root, 'docs/promises.md'), 'utf8'));
  expect([...broken, ...unbroken].sort()).toEqual([...promisesAsked()].sort());
});

test('without its protection a promise breaks', { timeout: 120_000 }, async () => {
  const protection = protections.find(({ name }) => name === 'readers-own-orders');
  if (!protection) throw new Error('The list has another name for it.');
  const small = { ...protection, shop: { ordersPerDay: 3 } };
  const trial = await tryWithout(small, { atOnce: 1 });
  expect(trial).toMatchObject({ expected: 'nobody sees an order that is not theirs' });
  const document = withTrials('<!-- protections --><!-- end of protections -->', [trial], promisesAsked());
  expect(document).toMatch(
    /\| readers-own-orders \| .* \| 1 \| \d+ (hours|days) \| nobody sees an order that is not theirs \| \d+ \|/,
  );
  const { broken, unbroken } = promisesIn(document);
  expect([...broken]).toEqual(['nobody sees an order that is not theirs']);
  const others = [...promisesAsked()].filter((promise) => !broken.has(promise));
  expect(unbroken).toEqual(new Set(others));
  expect(withTrials(document, [], promisesAsked())).toBe(document);
});
