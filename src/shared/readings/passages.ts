import { alignWords } from './align-words.ts';

/** A stretch of a text: where it begins, and where it ends, in characters. */
export interface Passage {
  from: number;
  to: number;
}

/** What became of a passage in another version of its text, and where it stands there. */
export type Place = ({ state: 'unchanged' | 'changed' } & Passage) | { state: 'gone' };

/** How much of a passage has to be left, when what was rewritten reaches beyond it, to be the same passage. */
const leastLeft = 1 / 3;

/** Letters and figures in a row, a sign, or one letter of the scripts that have no blanks between their words. */
const wordOrSign =
  /[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}'’]+|[^\s\p{L}\p{M}\p{N}]/gu;

/** A text's words and signs, and where each begins and ends. */
interface Words {
  words: string[];
  from: number[];
  to: number[];
}

/**
 * Finds the passages of one version of a text in another one. What was put in before, after and between leaves a
 * passage what it is; what was put in its place is what it has become; and what was moved as a whole is found where
 * it stands now.
 *
 * @param passages of `fromText`
 * @returns where each of them is in `toText`
 */
export function placesOf(passages: readonly Passage[], fromText: string, toText: string): Place[] {
  if (passages.length === 0) return [];
  const before = wordsOf(fromText);
  const after = wordsOf(toText);
  const matches = alignWords(before.words, after.words);
  return passages.map((passage) => {
    const quote = fromText.slice(passage.from, passage.to);
    const found = follow(passage, before, after, matches);
    if (found && isSame(toText.slice(found.from, found.to), quote)) return { state: 'unchanged', ...found };
    const moved = onlyPlaceOf(quote, fromText) === passage.from ? onlyPlaceOf(quote, toText) : -1;
    if (moved >= 0) return { state: 'unchanged', from: moved, to: moved + quote.length };
    return found ? { state: 'changed', ...found } : { state: 'gone' };
  });
}

function wordsOf(text: string): Words {
  const found: Words = { words: [], from: [], to: [] };
  for (const { 0: word, index } of text.matchAll(wordOrSign)) {
    found.words.push(word);
    found.from.push(index);
    found.to.push(index + word.length);
  }
  return found;
}

/** @returns what stands where a passage stood, or null when nothing does */
function follow({ from, to }: Passage, before: Words, after: Words, matches: Int32Array): Passage | null {
  const first = before.to.findIndex((end) => end > from);
  const last = before.from.findLastIndex((start) => start < to);
  if (from >= to || first < 0 || last < first) return null;
  const matchOf = (word: number) => matches[word] ?? -1;
  const kept = range(first, last).filter((word) => matchOf(word) >= 0);
  // What was rewritten together with what stands around it has no edges of its own.
  const hasStart = first === 0 || matchOf(first) >= 0 || matchOf(first - 1) >= 0;
  const hasEnd = last === before.words.length - 1 || matchOf(last) >= 0 || matchOf(last + 1) >= 0;
  if (!(hasStart && hasEnd)) {
    const lengthOf = (words: number[]) =>
      words.reduce((sum, word) => sum + (before.words[word]?.length ?? 0), 0);
    if (lengthOf(kept) < leastLeft * lengthOf(range(first, last))) return null;
  }
  // A word that stands between others as it did is cut where it was; new ones are taken whole.
  const [firstKept = -1, lastKept = -1] = [kept[0], kept.at(-1)];
  const start =
    hasStart && firstKept !== first ? (first === 0 ? 0 : matchOf(first - 1) + 1) : matchOf(firstKept);
  const nextMatch = last === before.words.length - 1 ? after.words.length : matchOf(last + 1);
  const end = hasEnd && lastKept !== last ? nextMatch - 1 : matchOf(lastKept);
  if (start > end) return null;
  const cutBefore = firstKept === first ? Math.max(0, from - (before.from[first] ?? 0)) : 0;
  const cutAfter = lastKept === last ? Math.max(0, (before.to[last] ?? 0) - to) : 0;
  return { from: (after.from[start] ?? 0) + cutBefore, to: (after.to[end] ?? 0) - cutAfter };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Other line breaks are the same words. */
function isSame(one: string, other: string): boolean {
  return one === other || one.trim().replace(/\s+/g, ' ') === other.trim().replace(/\s+/g, ' ');
}

/** @returns where some words stand, or -1 when they stand nowhere, more than once, or are too few to be told apart */
function onlyPlaceOf(quote: string, text: string): number {
  if (quote.trim().split(/\s+/).length < 3) return -1;
  const place = text.indexOf(quote);
  return place >= 0 && text.indexOf(quote, place + 1) < 0 ? place : -1;
}
