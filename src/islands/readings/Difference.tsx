import { type Change, diffWordsWithSpace } from 'diff';
import { useEffect, useMemo, useState } from 'react';
import { shortenMiddle } from '../../client/format.ts';

/** How much of an unchanged stretch stands on either side of a change. */
const unchangedCharacters = 120;
/** How long nothing is typed before texts are compared, and how long that may take. */
const pauseMs = 400;
const comparingMs = 300;

export interface DifferenceProps {
  from: string;
  to: string;
  /** Leaves out most of what both have, so that the changes are seen at once. */
  isBrief?: boolean;
}

/** What was taken out is struck through, what came in is underlined: the colour only helps. */
export function Difference({ from, to, isBrief = false }: DifferenceProps) {
  // A long text takes its time to compare: not at each key.
  const settled = useSettled(to);
  const changes = useMemo(() => compare(from, settled), [from, settled]);
  let position = 0;
  return changes.map(({ value, added, removed }) => {
    position += 1;
    if (added) {
      return (
        <ins key={position} className="bg-tone-success-paper text-tone-success">
          {value}
        </ins>
      );
    }
    if (removed) {
      return (
        <del key={position} className="bg-tone-error-paper text-tone-error">
          {value}
        </del>
      );
    }
    return <span key={position}>{isBrief ? shortenMiddle(value, unchangedCharacters) : value}</span>;
  });
}

/** Two texts that have so little in common that it takes too long to find are shown one after the other. */
function compare(from: string, to: string): Change[] {
  const whole: Change[] = [
    { value: from, added: false, removed: true, count: 1 },
    { value: to, added: true, removed: false, count: 1 },
  ];
  return diffWordsWithSpace(from, to, { timeout: comparingMs }) ?? whole;
}

/** @returns a text as it was when its typing paused last */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
