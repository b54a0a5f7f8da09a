import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushPromises } from '../../../lib/store-testing.ts';
import type { PaletteEntry } from './palette.ts';
import { createPalette, type PaletteSource, searchPauseMs } from './palette.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const entry = (group: PaletteEntry['group'], label: string, more: Partial<PaletteEntry> = {}) => ({
  id: `${group}/${label}`,
  group,
  label,
  run: () => {},
  ...more,
});

const settings = entry('Settings', 'Reading Price', { words: 'cost dollars' });
const goTo = entry('Go to', 'Settings');
const maya = entry('Orders', 'CT-000001', { detail: 'Maya Lindqvist, maya@customers.example' });
const mina = entry('Orders', 'CT-000002', { detail: 'Mína Ångström' });

function setUp(source: Partial<PaletteSource> = {}) {
  const palette = createPalette({
    entries: () => [settings, goTo],
    recent: () => [],
    search: async () => [],
    ...source,
  });
  const labels = () => palette.$state.get().entries.map(({ label }) => label);
  return { palette, labels };
}

const pause = async () => {
  await vi.advanceTimersByTimeAsync(searchPauseMs);
  await flushPromises();
};

test('lists recent orders first, then the available actions', () => {
  const { labels } = setUp({ recent: () => [{ ...maya, group: 'Recent' }] });
  expect(labels()).toEqual(['CT-000001', 'Settings', 'Reading Price']);
});

test('matches every word in any order and case, in late entries too', async () => {
  let known = [settings];
  const { palette, labels } = setUp({ entries: () => known });
  for (const [text, expected] of [
    ['price reading', ['Reading Price']],
    ['DOLLARS', ['Reading Price']],
    ['sett', []],
  ] as const) {
    palette.type(text);
    expect(labels()).toEqual(expected);
  }
  known = [settings, goTo];
  await pause();
  expect(labels()).toEqual(['Settings']);
});

test('shows late entries without another keystroke', () => {
  const $fetched = atom<PaletteEntry[]>([]);
  const { palette, labels } = setUp({ entries: () => $fetched.get(), $fetched });
  palette.$state.listen(() => {});
  palette.type('r');
  expect(labels()).toEqual([]);
  $fetched.set([entry('People', 'rita')]);
  expect(labels()).toEqual(['rita']);
});

test('asks the server when typing pauses and shows the newest answer', async () => {
  const [may, min] = [Promise.withResolvers<PaletteEntry[]>(), Promise.withResolvers<PaletteEntry[]>()];
  const search = vi.fn((text: string) => (text === 'may' ? may.promise : min.promise));
  const { palette, labels } = setUp({ search });
  for (const text of ['m', 'ma', 'may']) palette.type(text);
  await pause();
  palette.type('min');
  await pause();
  expect(search.mock.calls).toEqual([['may'], ['min']]);
  min.resolve([mina]);
  await flushPromises();
  may.resolve([maya]);
  await flushPromises();
  expect(labels()).toEqual(['CT-000002']);
});

test('keeps matching server results while typing continues', async () => {
  const { palette, labels } = setUp({ search: async () => [maya, mina] });
  palette.type('the tower');
  await pause();
  expect(labels()).toEqual(['CT-000001', 'CT-000002']);
  palette.type('ct-000002');
  expect(labels(), 'so that Enter takes nothing else').toEqual(['CT-000002']);
});

test.each([
  ['waits for the server’s results', '', maya],
  ['opens nothing after other words were typed', 'may', null],
])('%s on Enter', async (_what, typed, taken) => {
  const { palette } = setUp({ search: async () => [maya] });
  palette.type('maya');
  const first = palette.first();
  if (typed) palette.type(typed);
  await pause();
  expect(await first).toBe(taken);
});

test('reports a failed search and still finds local entries', async () => {
  const { palette, labels } = setUp({ search: () => Promise.reject(new Error('offline')) });
  palette.type('price');
  await pause();
  expect(palette.$state.get()).toMatchObject({ isSearching: false, hasFailed: true });
  expect(labels()).toEqual(['Reading Price']);
});
