import { useEffect, useRef } from 'react';
import { writeCards } from '../../client/cards/kept-cards.ts';
import { cardsInWords } from '../../shared/readings/cards.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { VersionChoice } from './VersionChoice.tsx';

interface NewerVersionProps {
  reading: Reading;
  /** What stands in the editor; without `content` it is the notes alone that are edited. */
  mine: { content?: string; cards?: string; internalNotes: string; notesSeen: string; revision?: string };
  /** Called when mine is kept, after what this said is gone. */
  onKept: () => void;
  onTakeTheirs: () => void;
}

/** Says that somebody else saved meanwhile, shows what, and leaves the choice. Nothing when nobody did. */
export function NewerVersion({ reading, mine, onKept, onTakeTheirs }: NewerVersionProps) {
  const { readings } = useAdminDesk();
  const notes = reading.internalNotes ?? '';
  const isTextNewer = mine.revision !== undefined && mine.revision !== String(reading.revision);
  const areOtherCards = isTextNewer && mine.cards !== undefined && mine.cards !== writeCards(reading.cards);
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
          ? 'grid gap-3 rounded-field border border-warning bg-tone-warning-paper px-4 py-3'
          : 'contents'
      }
    >
      <p role="status" className={isNewer ? 'font-semibold' : 'sr-only'}>
        {isNewer &&
          `Another session has saved ${isTextNewer ? 'another version' : 'other notes'}. What you typed is below, unsaved.`}
      </p>
      {isNewer && (
        <VersionChoice
          texts={
            isTextNewer && mine.content !== undefined ? { mine: mine.content, theirs: reading.content } : null
          }
          summary={
            <span className="text-sm font-normal">
              Compare: only in yours is <del>struck through</del>, only in theirs is <ins>underlined</ins>
            </span>
          }
          className="mt-2 max-h-80 max-w-prose leading-relaxed"
          takeLabel="Take theirs"
          onKeepMine={() => {
            readings.keepMine(reading);
            onKept();
          }}
          onTakeTheirs={onTakeTheirs}
        >
          {areOtherCards && (
            <p className="max-w-prose as-typed">
              <span className="text-sm">Their cards:</span> {cardsInWords(reading.cards) || 'none'}
            </p>
          )}
          {areNotesNewer && (
            <p className="max-w-prose as-typed">
              <span className="text-sm">Their notes:</span> {notes || 'none'}
            </p>
          )}
        </VersionChoice>
      )}
    </section>
  );
}
