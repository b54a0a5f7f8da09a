import type { Passage } from '../../../shared/readings/comment-schema.ts';
import type { OrderReading } from '../../../shared/readings/reading-schema.ts';

/** Quoted words and their position: `from`, or `prefix`, the characters before them, until November 2026. */
export type QuotedPassage = { quote: string; from: number; prefix?: string | undefined };

/** Returns where quoted words are in a text, nearest to their old position; null if they are not in it. */
export function findQuote(text: string, { quote, from: start, prefix = '' }: QuotedPassage): Passage | null {
  const at = prefix ? text.indexOf(prefix + quote) : -1;
  const from = at === -1 ? start : at + prefix.length;
  const [before, after] = [text.lastIndexOf(quote, from), text.indexOf(quote, from)];
  const place = before !== -1 && (after === -1 || from - before < after - from) ? before : after;
  return place === -1 ? null : { from: place, to: place + quote.length };
}

/** Returns the comments on the reading's newest version, each with its `place` in a text or null. */
export function placeComments({ revision, comments }: OrderReading, text: string) {
  return comments
    .filter((comment) => comment.revision === revision)
    .map((comment) => ({ comment, place: findQuote(text, comment) }));
}

/** Returns the sentence after or before a passage, or else the passage itself. Without one, starts at an end. */
export function nextSentence(text: string, chosen: Passage | null, isForward: boolean): Passage | null {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].flatMap(
    ({ segment, index }) => trimPassage(text, { from: index, to: index + segment.length }) ?? [],
  );
  const next = isForward
    ? sentences.find(({ from }) => from >= (chosen?.to ?? 0))
    : sentences.findLast(({ to }) => to <= (chosen?.from ?? text.length));
  return next ?? chosen;
}

/** Returns a passage without surrounding white space; null if it has no other characters. */
export function trimPassage(text: string, { from, to }: Passage): Passage | null {
  const quote = text.slice(from, to);
  if (quote.trim() === '') return null;
  return { from: from + quote.length - quote.trimStart().length, to: from + quote.trimEnd().length };
}
