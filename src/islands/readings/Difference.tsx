import { type Change, diffWordsWithSpace } from 'diff';
import { useEffect, useMemo, useState } from 'react';
import { formatNumber } from '../../client/format.ts';
import { foldUnchanged } from '../../client/readings/fold-unchanged.ts';

/** How long nothing is typed before texts are compared, and how long that may take. */
const pauseMs = 400;
const comparingMs = 300;

interface DifferenceProps {
  from: string;
  to: string;
}

/**
 * What was taken out is struck through, what came in is underlined: the colour only helps. Of what both have, a
 * little stands around each change; the rest is unfolded when it is asked for.
 */
export function Difference({ from, to }: DifferenceProps) {
  // A long text takes its time to compare: not at each key.
  const settled = useSettled(to);
  const stretches = useMemo(() => foldUnchanged(compare(from, settled)), [from, settled]);
  let position = 0;
  return stretches.map((stretch) => {
    position += 1;
    if (stretch.kind === 'folded') {
      return <Folded key={`${position} ${stretch.text}`} text={stretch.text} words={stretch.words} />;
    }
    if (stretch.kind === 'same') return <span key={position}>{stretch.text}</span>;
    const [Mark, look] = marks[stretch.kind];
    return (
      <Mark key={position} className={look}>
        {stretch.text}
      </Mark>
    );
  });
}

const marks = {
  added: ['ins', 'bg-tone-success-paper text-tone-success'],
  removed: ['del', 'bg-tone-error-paper text-tone-error'],
} as const;

const takeFocus = (shown: HTMLElement | null) => shown?.focus();

/** Says how much is left out, and shows it. */
function Folded({ text, words }: { text: string; words: number }) {
  const [isOpen, setIsOpen] = useState(false);
  // The button is gone then, and who pressed it goes on reading here.
  if (isOpen) {
    return (
      <span tabIndex={-1} ref={takeFocus} className="outline-none">
        {text}
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-expanded={false}
      className="text-link cursor-pointer font-sans text-badge"
      onClick={() => setIsOpen(true)}
    >
      … {formatNumber(words)} words unchanged …
    </button>
  );
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
