import type { Passage } from '../../shared/readings/comments.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';

/** Words that a comment is about, and where they stood, in characters. */
export interface QuotedWords {
  quote: string;
  from: number;
}

/** @returns where quoted words stand in a text, nearest to where they stood; null when they are no longer there */
export function findWords(text: string, { quote, from }: QuotedWords): Passage | null {
  const [before, after] = [text.lastIndexOf(quote, from), text.indexOf(quote, from)];
  const place = before !== -1 && (after === -1 || from - before < after - from) ? before : after;
  return place === -1 ? null : { from: place, to: place + quote.length };
}

/** @returns the comments on a reading that came back, each with the place of its words in what the text has become */
export function placeComments({ revision, comments }: OrderReading, text: string) {
  return comments
    .filter((comment) => comment.revision === revision)
    .map((comment) => ({ comment, place: findWords(text, comment) }));
}

/** @returns the sentence after what is chosen, or before it; the same passage where there is none */
export function nextSentence(text: string, chosen: Passage | null, isForward: boolean): Passage | null {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].flatMap(
    ({ segment, index }) => withoutBlanks(text, { from: index, to: index + segment.length }) ?? [],
  );
  const next = isForward
    ? sentences.find(({ from }) => from >= (chosen?.to ?? 0))
    : sentences.findLast(({ to }) => to <= (chosen?.from ?? text.length));
  return next ?? chosen;
}

/** @returns a passage without the blanks around it; null when it has nothing else */
export function withoutBlanks(text: string, { from, to }: Passage): Passage | null {
  const quote = text.slice(from, to);
  if (quote.trim() === '') return null;
  return { from: from + quote.length - quote.trimStart().length, to: from + quote.trimEnd().length };
}
