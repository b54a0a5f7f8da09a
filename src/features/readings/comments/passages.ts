import type { Passage } from '../../../shared/readings/comment-schema.ts';
import type { OrderReading } from '../../../shared/readings/reading-schema.ts';

/** Quoted words and their position: `from`, or in comments of November 2026 the characters before them. */
export type QuotedPassage = { quote: string; from: number; prefix?: string | undefined };

/** Returns the passage of quoted words nearest to their position in a text; null if they are gone. */
export function findQuote(text: string, { quote, from: start, prefix = '' }: QuotedPassage): Passage | null {
  const at = prefix ? text.indexOf(prefix + quote) : -1;
  const from = at === -1 ? start : at + prefix.length;
  const [before, after] = [text.lastIndexOf(quote, from), text.indexOf(quote, from)];
  const place = before !== -1 && (after === -1 || from - before < after - from) ? before : after;
  return place === -1 ? null : { from: place, to: place + quote.length };
}

/** Returns the comments on the current version with their passages in a text; null if the words are gone. */
export function placeComments({ revision, comments }: OrderReading, text: string) {
  return comments
    .filter((comment) => comment.revision === revision)
    .map((comment) => ({ comment, place: findQuote(text, comment) }));
}

/** Returns the sentence after or before a passage; the same passage if there is none. */
export function nextSentence(text: string, chosen: Passage | null, isForward: boolean): Passage | null {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].flatMap(
    ({ segment, index }) => trimPassage(text, { from: index, to: index + segment.length }) ?? [],
  );
  const next = isForward
    ? sentences.find(({ from }) => from >= (chosen?.to ?? 0))
    : sentences.findLast(({ to }) => to <= (chosen?.from ?? text.length));
  return next ?? chosen;
}

/** Returns a passage without surrounding white space; null if nothing is left. */
export function trimPassage(text: string, { from, to }: Passage): Passage | null {
  const quote = text.slice(from, to);
  if (quote.trim() === '') return null;
  return { from: from + quote.length - quote.trimStart().length, to: from + quote.trimEnd().length };
}
