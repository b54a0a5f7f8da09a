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

test('the palette begins with what was opened last, and what can be done', () => {
  const { labels } = setUp({ recent: () => [{ ...maya, group: 'Recent' }] });
  expect(labels()).toEqual(['CT-000001', 'Settings', 'Reading Price']);
});

test('it finds what every word is in, however it is written, also what is known only a moment later', async () => {
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

test('what arrives while it is open is found without another key', () => {
  const $fetched = atom<PaletteEntry[]>([]);
  const { palette, labels } = setUp({ entries: () => $fetched.get(), $fetched });
  palette.$state.listen(() => {});
  palette.type('r');
  expect(labels()).toEqual([]);
  $fetched.set([entry('People', 'rita')]);
  expect(labels()).toEqual(['rita']);
});

test('it asks the server when the typing pauses, once, and the newest answer wins', async () => {
  const answers = {
    may: Promise.withResolvers<PaletteEntry[]>(),
    min: Promise.withResolvers<PaletteEntry[]>(),
  };
  const search = vi.fn((text: string) => answers[text as keyof typeof answers].promise);
  const { palette, labels } = setUp({ search });
  for (const text of ['m', 'ma', 'may']) palette.type(text);
  await pause();
  palette.type('min');
  await pause();
  expect(search.mock.calls).toEqual([['may'], ['min']]);
  answers.min.resolve([mina]);
  await flushPromises();
  answers.may.resolve([maya]);
  await flushPromises();
  expect(labels()).toEqual(['CT-000002']);
});

test('of what the server found, also by words that are not shown, what still fits stays while typing goes on', async () => {
  const { palette, labels } = setUp({ search: async () => [maya, mina] });
  palette.type('the tower');
  await pause();
  expect(labels()).toEqual(['CT-000001', 'CT-000002']);
  palette.type('ct-000002');
  expect(labels(), 'so that Enter takes nothing else').toEqual(['CT-000002']);
});

test.each([
  ['waits for what the server finds', '', maya],
  ['takes nothing when other words were typed since', 'may', null],
])('Enter %s', async (_what, typed, taken) => {
  const { palette } = setUp({ search: async () => [maya] });
  palette.type('maya');
  const first = palette.first();
  if (typed) palette.type(typed);
  await pause();
  expect(await first).toBe(taken);
});

test('it says that the server could not be asked, and finds the rest', async () => {
  const { palette, labels } = setUp({ search: () => Promise.reject(new Error('offline')) });
  palette.type('price');
  await pause();
  expect(palette.$state.get()).toMatchObject({ isSearching: false, hasFailed: true });
  expect(labels()).toEqual(['Reading Price']);
});
