import type { Reading } from '../../shared/readings/readings.ts';
import { classNames } from '../ui/class-names.ts';
import { handsOnFocus } from '../ui/hands-on-focus.ts';
import { Changes } from './Changes.tsx';

interface NewerThanSeenProps {
  /** The version that somebody has before them. */
  seen: Reading;
  newest: Reading;
  says: string;
  actionLabel: string;
  /** Goes on with the newest. */
  onSeen: () => void;
}

/** Says that a newer version came while one was read, and shows what it changes. Nothing when none did. */
export function NewerThanSeen({ seen, newest, says, actionLabel, onSeen }: NewerThanSeenProps) {
  const isNewer = seen.revision !== newest.revision;
  // What is announced is there before its words: a region that comes with them is passed over by some.
  return (
    <div
      className={classNames(
        isNewer ? 'grid gap-3 rounded-field bg-tone-warning-paper px-4 py-3' : 'contents',
      )}
    >
      <p role="status" className={isNewer ? 'font-semibold text-tone-warning' : 'sr-only'}>
        {isNewer && says}
      </p>
      {isNewer && (
        <>
          <section
            aria-label="What the newer version changes"
            className="max-w-prose leading-relaxed as-typed"
          >
            <Changes from={seen.content} to={newest.content} />
          </section>
          <div>
            <button type="button" ref={handsOnFocus} className="btn btn-sm" onClick={onSeen}>
              {actionLabel}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
