import { useEffect, useRef } from 'react';
import type { Reading } from '../../shared/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Changes } from './Revisions.tsx';

interface NewerVersionProps {
  reading: Reading;
  /** What stands in the editor; without `content` it is the notes alone that are edited. */
  mine: { content?: string; internalNotes: string; notesSeen: string; revision?: string };
  /** Called when mine is kept, after what this said is gone. */
  onKept: () => void;
  onTakeTheirs: () => void;
}

/** Says that somebody else saved meanwhile, shows what, and leaves the choice. Nothing when nobody did. */
export function NewerVersion({ reading, mine, onKept, onTakeTheirs }: NewerVersionProps) {
  const { readings } = useAdminDesk();
  const notes = reading.internalNotes ?? '';
  const isTextNewer = mine.revision !== undefined && mine.revision !== String(reading.revision);
  const areNotesNewer = mine.notesSeen !== notes;
  const isNewer = isTextNewer || areNotesNewer;

  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNewer) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [isNewer]);

  // What is announced is there before its words: a region that comes with them is passed over by some.
  return (
    <section
      ref={notice}
      aria-label={isNewer ? 'A newer version' : undefined}
      className={
        isNewer
          ? 'grid gap-3 rounded-field border border-warning bg-(--tone-warning-paper) px-4 py-3'
          : 'contents'
      }
    >
      <p role="status" className={isNewer ? 'font-semibold' : 'sr-only'}>
        {isNewer &&
          `Somebody else has saved ${isTextNewer ? 'another version' : 'other notes'} meanwhile. What you have typed is below, unsaved.`}
      </p>
      {isTextNewer && mine.content !== undefined && (
        <Disclosure
          isOpenAtFirst
          summary={
            <span className="text-sm font-normal">
              Compare: only in yours is <del>struck through</del>, only in theirs is <ins>underlined</ins>
            </span>
          }
        >
          <section
            aria-label="Comparison"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also without a pointer
            tabIndex={0}
            className="mt-2 max-h-80 max-w-prose overflow-y-auto leading-relaxed whitespace-pre-wrap wrap-anywhere"
          >
            <Changes from={mine.content} to={reading.content} isBrief />
          </section>
        </Disclosure>
      )}
      {areNotesNewer && (
        <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">
          <span className="text-sm">Their notes:</span> {notes || 'none'}
        </p>
      )}
      {isNewer && (
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => {
              readings.keepMine(reading);
              onKept();
            }}
          >
            Keep mine
          </button>
          <button type="button" className="btn btn-sm" onClick={onTakeTheirs}>
            Take theirs
          </button>
        </div>
      )}
    </section>
  );
}
