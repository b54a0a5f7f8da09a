import type { Passage } from '../../shared/readings/passages.ts';

/** The keys that choose a passage: by sentences up and down, by words to either side. */
export const stepKeys = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'] as const;
export type StepKey = (typeof stepKeys)[number];

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
  if (!chosen) return (isForward ? units[0] : units.at(-1)) ?? null;
  if (isLonger) {
    const ends = units.map(({ to }) => to);
    const end = isForward
      ? ends.find((to) => to > chosen.to)
      : ends.findLast((to) => to > chosen.from && to < chosen.to);
    return { from: chosen.from, to: end ?? chosen.to };
  }
  const next = isForward
    ? units.find(({ from }) => from >= chosen.to)
    : units.findLast(({ to }) => to <= chosen.from);
  return next ?? chosen;
}

/** @returns the sentence that is at a place of a text, in characters; null where there is none */
export function sentenceAt(text: string, place: number): Passage | null {
  return unitsOf(text, 'sentence').find(({ from, to }) => from <= place && place <= to) ?? null;
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
