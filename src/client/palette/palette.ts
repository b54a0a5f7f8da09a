import { atom, onMount, type ReadableAtom } from 'nanostores';
import { findEntries, inGroups, type PaletteEntry } from './entries.ts';

/** How long after the last key the server is asked, in milliseconds. */
export const searchPauseMs = 120;
/** A search of one letter finds half of what there is. */
const shortestSearch = 2;
/** How many of each kind are shown: the others are found by typing on. */
const shownOfGroup = 8;

/** Where a desk's palette finds something. */
export interface PaletteSource {
  /** What is known without asking, at the moment. */
  entries(): PaletteEntry[];
  /** What `entries` come from that is fetched while the palette is open: they are read again when it arrives. */
  $fetched?: ReadableAtom<unknown>;
  /** What was opened last, the newest first. */
  recent(): PaletteEntry[];
  /** What the server knows. */
  search(text: string): Promise<PaletteEntry[]>;
}

export interface PaletteState {
  text: string;
  entries: PaletteEntry[];
  /** Whether there may be more in a moment. */
  isSearching: boolean;
  /** Whether the server could not be asked. */
  hasFailed: boolean;
}

export interface Palette {
  readonly $state: ReadableAtom<PaletteState>;
  type(text: string): void;
  /** @returns an entry once nothing better can come: the first one that is found; null when nothing is */
  first(): Promise<PaletteEntry | null>;
}

/**
 * Begins with what was opened last; finds what is typed among what is known and, a moment later, what the server knows;
 * the newest answer wins.
 */
export function createPalette(source: PaletteSource): Palette {
  const $state = atom<PaletteState>({ text: '', entries: [], isSearching: false, hasFailed: false });
  // What the server has found last. For another text it stays as far as it can be seen to fit.
  let found: PaletteEntry[] = [];
  let foundFor = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;
  let waiting: (() => void)[] = [];

  function show(changes: Partial<PaletteState>): void {
    const state = { ...$state.get(), ...changes };
    const { text } = state;
    const known = source.entries();
    const fitting = foundFor === text ? found : findEntries(found, text);
    const entries = text ? [...findEntries(known, text), ...fitting] : unasked(known);
    $state.set({ ...state, entries: inGroups(firstOfEach(entries)) });
    if (state.isSearching) return;
    for (const goOn of waiting) goOn();
    waiting = [];
  }

  /** There can be many people, and one of them is found by name. */
  function unasked(known: PaletteEntry[]): PaletteEntry[] {
    return [...source.recent(), ...known.filter(({ group }) => group !== 'People')];
  }

  async function search(text: string): Promise<void> {
    const mine = newest;
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

  function type(text: string): void {
    clearTimeout(timer);
    newest += 1;
    const wanted = text.trim();
    const isSearching = wanted.length >= shortestSearch;
    if (!isSearching) found = [];
    show({ text: wanted, isSearching, hasFailed: false });
    if (isSearching) timer = setTimeout(() => void search(wanted), searchPauseMs);
  }

  type('');
  onMount($state, () => source.$fetched?.listen(() => show({})));
  return {
    $state,
    type,
    async first() {
      const mine = newest;
      const { entries, isSearching } = $state.get();
      if (entries.length === 0 && isSearching) await new Promise<void>((goOn) => waiting.push(goOn));
      return (mine === newest && $state.get().entries[0]) || null;
    },
  };
}

function firstOfEach(entries: PaletteEntry[]): PaletteEntry[] {
  const shown = new Map<string, number>();
  return entries.filter(({ group }) => {
    const count = (shown.get(group) ?? 0) + 1;
    shown.set(group, count);
    return count <= shownOfGroup;
  });
}
