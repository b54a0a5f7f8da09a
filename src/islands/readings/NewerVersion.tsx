import { type ComponentProps, useEffect, useRef } from 'react';
import { writeCards } from '../../client/cards/kept-cards.ts';
import type { EditDraft } from '../../client/readings/readings.ts';
import { cardsInWords } from '../../shared/readings/cards.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { VersionChoice } from './VersionChoice.tsx';

interface NewerProps
  extends Pick<ComponentProps<typeof VersionChoice>, 'texts' | 'children' | 'onKeepMine' | 'onTakeTheirs'> {
  /** What another session has saved, in words; null when it has not. */
  what: string | null;
}

/** Says that another session saved meanwhile, shows what, and leaves the choice. */
export function Newer({ what, children, ...choice }: NewerProps) {
  const isNewer = what !== null;
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
        {isNewer && `Another session has saved ${what}. What you typed is below, unsaved.`}
      </p>
      {isNewer && (
        <VersionChoice
          {...choice}
          summary={
            <span className="text-sm font-normal">
              Compare: only in yours is <del>struck through</del>, only in theirs is <ins>underlined</ins>
            </span>
          }
          className="mt-2 max-h-80 max-w-prose leading-relaxed"
          takeLabel="Take theirs"
        >
          {children}
        </VersionChoice>
      )}
    </section>
  );
}

interface NewerVersionProps {
  reading: Reading;
  /** What stands in the editor. */
  mine: EditDraft;
  /** Called when mine is kept, after what this said is gone. */
  onKept: () => void;
  onTakeTheirs: () => void;
}

/** The newer version of a reading that is edited. */
export function NewerVersion({ reading, mine, onKept, onTakeTheirs }: NewerVersionProps) {
  const { readings } = useAdminDesk();
  const isTextNewer = mine.revision !== String(reading.revision);
  const areOtherCards = isTextNewer && mine.cards !== undefined && mine.cards !== writeCards(reading.cards);
  return (
    <Newer
      what={isTextNewer ? 'another version' : null}
      texts={{ mine: mine.content, theirs: reading.content }}
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
    </Newer>
  );
}
