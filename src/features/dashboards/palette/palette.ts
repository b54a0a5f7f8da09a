import { atom, onMount, type ReadableAtom } from 'nanostores';
import { parseOrderNumber } from '../../../shared/orders/order-number.ts';
import { foldSearchWords } from '../../../shared/orders/search-text.ts';
import { foldText } from '../../../shared/text.ts';

export const searchPauseMs = 120;
/** A search for one letter finds half of all orders. */
const shortestSearch = 2;
const shownOfGroup = 8;

const groups = ['Recent', 'Actions', 'Go to', 'Settings', 'People', 'Orders', 'Customers'] as const;

export interface PaletteEntry {
  id: string;
  group: (typeof groups)[number];
  label: string;
  detail?: string;
  words?: string;
  run: () => void;
}

export interface PaletteSource {
  entries(): PaletteEntry[];
  /** Data that `entries` reads; a change reads them again. */
  $fetched?: ReadableAtom<unknown>;
  recent(): PaletteEntry[];
  search(text: string): Promise<PaletteEntry[]>;
}

/** Creates a palette entry. Its id, unique in the palette, is the label unless `more` has another. */
export function entry(
  group: PaletteEntry['group'],
  label: string,
  run: () => void,
  more: Partial<PaletteEntry> = {},
): PaletteEntry {
  return { id: label, group, label, run, ...more };
}

/**
 * Returns the entries with every word of a search or its order number, all for an empty search; those that begin
 * with it come first.
 */
export function findEntries(entries: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const words = foldSearchWords(search);
  const orderNumber = parseOrderNumber(search);
  const start = foldText(orderNumber ?? search);
  const found = entries.filter(({ label, detail = '', words: others = '' }) => {
    if (label === orderNumber) return true;
    const text = foldText(`${label} ${detail} ${others}`);
    return words.every((word) => text.includes(word));
  });
  const begins = ({ label }: PaletteEntry) => foldText(label).startsWith(start);
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/** Creates a palette's search: finds local entries at once, and the server's after a pause in typing. */
export function createPalette(source: PaletteSource) {
  const $state = atom({ text: '', entries: [] as PaletteEntry[], isSearching: false, hasFailed: false });
  // The server's last results: while typing continues, those that still match stay.
  let found: PaletteEntry[] = [];
  let foundFor = '';
  let newest = 0;
  let searching = Promise.resolve();

  function show(changes: Partial<ReturnType<typeof $state.get>>): void {
    const state = { ...$state.get(), ...changes };
    const { text } = state;
    const known = source.entries();
    const matching = foundFor === text ? found : findEntries(found, text);
    // There can be many people, so they are listed only when searched for.
    const entries = text
      ? [...findEntries(known, text), ...matching]
      : [...source.recent(), ...known.filter(({ group }) => group !== 'People')];
    const shown = groups.flatMap((name) =>
      entries.filter(({ group }) => group === name).slice(0, shownOfGroup),
    );
    $state.set({ ...state, entries: shown });
  }

  async function search(text: string): Promise<void> {
    const mine = newest;
    await new Promise((resolve) => setTimeout(resolve, searchPauseMs));
    if (mine !== newest) return;
    try {
      const answer = await source.search(text);
      if (mine !== newest) return;
      found = answer;
      foundFor = text;
      show({ isSearching: false });
    } catch {
      if (mine === newest) show({ isSearching: false, hasFailed: true });
    }
  }

  function type(typed: string): void {
    newest += 1;
    const text = typed.trim();
    const isSearching = text.length >= shortestSearch;
    if (!isSearching) found = [];
    show({ text, isSearching, hasFailed: false });
    searching = isSearching ? search(text) : Promise.resolve();
  }

  type('');
  onMount($state, () => source.$fetched?.listen(() => show({})));
  return {
    $state,
    type,
    /** Returns the first entry, waiting for the server if needed; null if typing has continued. */
    async first(): Promise<PaletteEntry | null> {
      const mine = newest;
      if ($state.get().entries.length === 0) await searching;
      return (mine === newest && $state.get().entries[0]) || null;
    },
  };
}
