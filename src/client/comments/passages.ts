import type { Passage, ReadingComment } from '../../shared/readings/comments.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';

/** Words of a text, and what tells them from the same words elsewhere in it. */
export interface QuotedWords {
  quote: string;
  /** Which of their occurrences is meant, from 0, and how many there were. */
  nth: number;
  of: number;
  /** The characters before them. */
  prefix: string;
}

const prefixLength = 20;

/** The keys that choose a passage: by sentences up and down, by words to either side. */
export const stepKeys = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'] as const;
export type StepKey = (typeof stepKeys)[number];

/** @returns the words of a passage, as they are found again */
export function quoteOf(text: string, { from, to }: Passage): QuotedWords {
  const quote = text.slice(from, to);
  const places = placesOf(text, quote);
  const nth = places.filter((place) => place < from).length;
  return { quote, nth, of: places.length, prefix: text.slice(Math.max(0, from - prefixLength), from) };
}

/**
 * @returns where quoted words stand; null when they are no longer there. Where the same words have come or gone
 *   elsewhere, those that still follow on the same characters are meant
 */
export function findWords(text: string, { quote, nth, of, prefix }: QuotedWords): Passage | null {
  const places = placesOf(text, quote);
  const follower = places.find((place) => prefix !== '' && text.endsWith(prefix, place));
  const changed = follower ?? (places.length > of ? places[nth] : undefined);
  const from = places.length === of ? places[nth] : changed;
  return from === undefined ? null : { from, to: from + quote.length };
}

/** @returns where words begin, each time they stand in a text; one place may overlap the next */
function placesOf(text: string, quote: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) places.push(at);
  return places;
}

/** @returns the comments on a reading that came back, each with the place of its words in what the text has become */
export function placeComments({ revision, content, comments }: OrderReading, text: string) {
  return comments
    .filter((comment: ReadingComment) => comment.revision === revision)
    .map((comment) => ({ comment, place: findWords(text, quoteOf(content, comment)) }));
}

/**
 * @param chosen where the last step led; null at the beginning
 * @param isLonger whether the passage becomes longer at its end, or shorter, instead of being another one
 * @returns the passage that a key chooses; the same one where there is nothing further
 */
export function stepPassage(
  text: string,
  chosen: Passage | null,
  key: StepKey,
  isLonger = false,
): Passage | null {
  const units = unitsOf(text, key === 'ArrowDown' || key === 'ArrowUp' ? 'sentence' : 'word');
  const isForward = key === 'ArrowDown' || key === 'ArrowRight';
  const { from, to } = chosen ?? { from: text.length, to: 0 };
  if (!chosen || !isLonger) {
    const next = isForward
      ? units.find((unit) => unit.from >= to)
      : units.findLast((unit) => unit.to <= from);
    return next ?? chosen;
  }
  const end = isForward
    ? units.find((unit) => unit.to > to)
    : units.findLast((unit) => unit.to > from && unit.to < to);
  return { from, to: end?.to ?? to };
}

/** @returns the sentence that is at a place of a text, in characters */
export function sentenceAt(text: string, place: number): Passage | undefined {
  return unitsOf(text, 'sentence').find(({ from, to }) => from <= place && place <= to);
}

/** @returns a passage without the blanks around it; null when it has nothing else */
export function withoutBlanks(text: string, { from, to }: Passage): Passage | null {
  const quote = text.slice(from, to);
  if (quote.trim() === '') return null;
  return { from: from + quote.length - quote.trimStart().length, to: from + quote.trimEnd().length };
}

function unitsOf(text: string, granularity: 'sentence' | 'word'): Passage[] {
  const segments = [...new Intl.Segmenter(undefined, { granularity }).segment(text)];
  return segments.flatMap(({ segment, index, isWordLike }) => {
    if (isWordLike === false) return [];
    return withoutBlanks(text, { from: index, to: index + segment.length }) ?? [];
  });
}
