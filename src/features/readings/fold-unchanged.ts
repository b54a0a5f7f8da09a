import type { Change } from 'diff';

export type DiffPart =
  | { kind: 'same' | 'added' | 'removed'; text: string }
  | { kind: 'folded'; text: string; words: number };

const wordsAround = 12;
/** Folding fewer words would cost more to read than the words. */
const fewestFolded = 8;

/** Returns a word diff's parts. Folds 8 or more unchanged words in a row that are over 12 words from any change. */
export function foldUnchanged(changes: Change[]): DiffPart[] {
  return changes.flatMap(({ value, added, removed }, index): DiffPart[] => {
    if (added || removed) return [{ kind: added ? 'added' : 'removed', text: value }];
    const isFirst = index === 0;
    const isLast = index === changes.length - 1;
    return foldMiddle(value, isFirst ? 0 : wordsAround, isLast ? 0 : wordsAround);
  });
}

function foldMiddle(text: string, atStart: number, atEnd: number): DiffPart[] {
  const words = [...text.matchAll(/\S+/g)];
  const folded = words.slice(atStart, words.length - atEnd);
  const [first, last] = [folded[0], folded.at(-1)];
  if (!first || !last || folded.length < fewestFolded) return [{ kind: 'same', text }];
  const end = last.index + last[0].length;
  const [before, after] = [text.slice(0, first.index), text.slice(end)];
  return [
    ...(before ? [{ kind: 'same' as const, text: before }] : []),
    { kind: 'folded', text: text.slice(first.index, end), words: folded.length },
    ...(after ? [{ kind: 'same' as const, text: after }] : []),
  ];
}
