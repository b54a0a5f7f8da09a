import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred, settle } from '../store-testing.ts';
import type { PaletteEntry } from './entries.ts';
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
    open: () => {},
    entries: () => [settings, goTo],
    recent: () => [],
    search: async () => [],
    ...source,
  });
  palette.open();
  const labels = () => palette.$state.get().entries.map(({ label }) => label);
  return { palette, labels };
}

const pause = async () => {
  await vi.advanceTimersByTimeAsync(searchPauseMs);
  await settle();
};

describe('the palette', () => {
  test('begins with what was opened last, and what one can do', () => {
    const { labels } = setUp({ recent: () => [{ ...maya, group: 'Recent' }] });
    expect(labels()).toEqual(['CT-000001', 'Settings', 'Reading Price']);
  });

  test('finds what every word is in, however it is written', () => {
    const { palette, labels } = setUp();
    for (const [text, expected] of [
      ['price reading', ['Reading Price']],
      ['DOLLARS', ['Reading Price']],
      ['sett', ['Settings']],
      ['nothing of it', []],
    ] as const) {
      palette.type(text);
      expect(labels()).toEqual(expected);
    }
  });

  test('finds what is known only a moment after it was opened', async () => {
    let known = [settings];
    const { palette, labels } = setUp({ entries: () => known });
    palette.type('settings');
    expect(labels()).toEqual([]);
    known = [settings, goTo];
    await pause();
    expect(labels()).toEqual(['Settings']);
  });

  test('asks the server when the typing pauses, once, and the newest answer wins', async () => {
    const answers = { may: deferred<PaletteEntry[]>(), min: deferred<PaletteEntry[]>() };
    const search = vi.fn((text: string) => answers[text as keyof typeof answers].promise);
    const { palette, labels } = setUp({ search });
    for (const text of ['m', 'ma', 'may']) palette.type(text);
    await pause();
    palette.type('min');
    await pause();
    expect(search.mock.calls).toEqual([['may'], ['min']]);
    answers.min.resolve([mina]);
    await settle();
    answers.may.resolve([maya]);
    await settle();
    expect(labels()).toEqual(['CT-000002']);
  });

  test('shows what the server finds by something that is not shown', async () => {
    const { palette, labels } = setUp({ search: async () => [mina] });
    palette.type('the tower');
    await pause();
    expect(labels()).toEqual(['CT-000002']);
  });

  test('shows of what was found before what still fits, so that Enter takes nothing else', async () => {
    const { palette, labels } = setUp({ search: async () => [maya, mina] });
    palette.type('ct');
    await pause();
    expect(labels()).toEqual(['CT-000001', 'CT-000002']);
    palette.type('ct-000002');
    expect(labels()).toEqual(['CT-000002']);
  });

  test('waits with Enter for what the server finds', async () => {
    const { palette } = setUp({ search: async () => [maya] });
    palette.type('maya');
    const first = palette.first();
    await pause();
    expect(await first).toBe(maya);
  });

  test('takes nothing for Enter when something else was typed meanwhile', async () => {
    const { palette } = setUp({ search: async () => [maya] });
    palette.type('maya');
    const first = palette.first();
    palette.type('may');
    await pause();
    expect(await first).toBeNull();
  });

  test('says that the server could not be asked, and finds the rest', async () => {
    const { palette, labels } = setUp({ search: () => Promise.reject(new Error('offline')) });
    palette.type('price');
    await pause();
    expect(palette.$state.get()).toMatchObject({ isSearching: false, hasFailed: true });
    expect(labels()).toEqual(['Reading Price']);
  });
});
