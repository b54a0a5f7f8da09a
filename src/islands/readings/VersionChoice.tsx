import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Changes } from './Changes.tsx';

interface VersionChoiceProps {
  /** Both texts, when it is the texts that differ. */
  texts: { mine: string; theirs: string } | null;
  /** Folds the comparison under these words. */
  summary?: ReactNode;
  /** Of the comparison: how high it may be. */
  className: string;
  /** What is said of the notes. */
  children?: ReactNode;
  /** Whether mine is the one to go on with, if in doubt. */
  isMineSuggested?: boolean;
  takeLabel: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Two versions of what is written, of which one stays: how they differ, and the choice. */
export function VersionChoice(props: VersionChoiceProps) {
  const { texts, summary, className, children, isMineSuggested = false, takeLabel } = props;
  const comparison = texts && (
    <section
      aria-label="Comparison"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also without a pointer
      tabIndex={0}
      className={classNames('overflow-y-auto as-typed', className)}
    >
      <Changes from={texts.mine} to={texts.theirs} />
    </section>
  );
  return (
    <>
      {comparison && summary ? (
        <Disclosure isOpenAtFirst summary={summary}>
          {comparison}
        </Disclosure>
      ) : (
        comparison
      )}
      {children}
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className={classNames('btn btn-sm', isMineSuggested && 'btn-primary')}
          onClick={props.onKeepMine}
        >
          Keep mine
        </button>
        <button type="button" className="btn btn-sm" onClick={props.onTakeTheirs}>
          {takeLabel}
        </button>
      </div>
    </>
  );
}
