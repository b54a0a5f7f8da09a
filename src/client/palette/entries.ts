import { parseOrderNumber } from '../../shared/orders/order-number.ts';
import { foldText, searchWords } from '../../shared/orders/search-text.ts';

export const paletteGroups = ['Recent', 'Actions', 'Go to', 'Settings', 'People', 'Orders'] as const;
type PaletteGroup = (typeof paletteGroups)[number];

/** Something that the palette finds, and does when it is chosen. */
export interface PaletteEntry {
  /** The same whenever it is found. */
  id: string;
  group: PaletteGroup;
  label: string;
  /** What tells it from others of its name. */
  detail?: string;
  /** Other words that people look for it by. */
  words?: string;
  run: () => void;
}

/** @returns an entry; its id is its label, unless there are several of that label in its group */
export function entry(
  group: PaletteGroup,
  label: string,
  run: () => void,
  more: Partial<PaletteEntry> = {},
): PaletteEntry {
  return { id: label, group, label, run, ...more };
}

/** @returns those of which every word of a search is a part, or whose number it reads as; first those that begin with it */
export function findEntries(entries: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const words = searchWords(search);
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

/** @returns the same in the order of their groups */
export function inGroups(entries: readonly PaletteEntry[]): PaletteEntry[] {
  return paletteGroups.flatMap((name) => entries.filter(({ group }) => group === name));
}
