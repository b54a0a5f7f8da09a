import { type Change, diffWordsWithSpace } from 'diff';
import { useMemo, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { foldUnchanged } from './fold-unchanged.ts';
import { useDebounced } from './WritableText.tsx';

/** The pause in typing before texts are compared, and the maximum time for comparing. */
const pauseMs = 400;
const comparingMs = 300;

/** Compares two texts: removed words are struck through, added ones underlined, long unchanged parts folded. */
export function Difference({ from, to }: { from: string; to: string }) {
  const settled = useDebounced(to, pauseMs);
  const stretches = useMemo(() => foldUnchanged(compare(from, settled)), [from, settled]);
  return stretches.map((stretch, position) => {
    const key = `${position} ${stretch.kind === 'folded' ? stretch.text : ''}`;
    if (stretch.kind === 'folded') return <Folded key={key} text={stretch.text} words={stretch.words} />;
    if (stretch.kind === 'same') return <span key={key}>{stretch.text}</span>;
    const [Mark, look] = marks[stretch.kind];
    return (
      <Mark key={key} className={look}>
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

function Folded({ text, words }: { text: string; words: number }) {
  const [isOpen, setIsOpen] = useState(false);
  // The button, and with it the focus, is gone then.
  if (isOpen) {
    return (
      <span tabIndex={-1} ref={takeFocus} className="outline-none">
        {text}
      </span>
    );
  }
  return (
    <Button
      aria-expanded={false}
      className="text-link cursor-pointer font-sans text-badge"
      onClick={() => setIsOpen(true)}
    >
      … {formatNumber(words)} words unchanged …
    </Button>
  );
}

/** Compares texts. Those with too little in common are shown one after the other. */
function compare(from: string, to: string): Change[] {
  const whole: Change[] = [
    { value: from, added: false, removed: true, count: 1 },
    { value: to, added: true, removed: false, count: 1 },
  ];
  return diffWordsWithSpace(from, to, { timeout: comparingMs }) ?? whole;
}
