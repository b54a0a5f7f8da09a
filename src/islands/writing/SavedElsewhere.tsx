import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { readCards, writeCards } from '../../client/cards/kept-cards.ts';
import type { ReadingDraft } from '../../client/readings/readings.ts';
import type { Autosave } from '../../client/writing/autosave.ts';
import { cardsInWords } from '../../shared/readings/cards.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { Changes } from '../readings/Changes.tsx';
import { VersionChoice } from '../readings/VersionChoice.tsx';
import { keepCaretInView } from './caret-in-view.ts';

interface SavedElsewhereProps {
  autosave: Autosave;
  mine: ReadingDraft;
  /** The field above, which makes room for this, and is gone on with after the choice. */
  contentField: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Shows the text that another window or device has saved, and lets the reader choose. Renders nothing without a
 * conflict.
 */
export function SavedElsewhere({ autosave, mine, contentField }: SavedElsewhereProps) {
  const { happened } = useBusinessDays();
  const state = useStore(autosave.$state);
  const notice = useRef<HTMLElement>(null);
  const isConflict = state.name === 'conflict';
  // It takes room from the text above: not a second time when it arrives.
  useEffect(Changes.prefetch, []);
  useLayoutEffect(() => {
    if (!isConflict) return;
    notice.current?.scrollIntoView({ block: 'nearest' });
    if (contentField.current) keepCaretInView(contentField.current);
  }, [isConflict, contentField]);

  if (!isConflict) return null;
  const { theirs } = state;
  const choose = (choice: () => void) => () => {
    choice();
    contentField.current?.focus();
  };
  return (
    <section
      ref={notice}
      aria-label="Saved elsewhere"
      className="grid scroll-mb-2 gap-3 rounded-field border border-warning px-4 py-3"
    >
      {/* The comparison below changes with every key; announced is what happened. */}
      <p role="alert">
        A different text was saved in another window or on another device, {happened(theirs.savedAt)}. Choose
        which one to keep. Only in yours is <del>struck through</del>, only in the other is{' '}
        <ins>underlined</ins>.
      </p>
      <VersionChoice
        texts={{ mine: mine.content, theirs: theirs.content }}
        className="max-h-60 roomy:max-h-24"
        isMineSuggested
        takeLabel="Take the other"
        onKeepMine={choose(autosave.keepMine)}
        onTakeTheirs={choose(autosave.takeTheirs)}
      >
        {mine.cards !== undefined && mine.cards !== writeCards(theirs.cards) && (
          <div className="as-typed">
            <span className="text-sm text-quiet">Cards: </span>
            <Changes from={cardsInWords(readCards(mine.cards))} to={cardsInWords(theirs.cards)} />
          </div>
        )}
      </VersionChoice>
    </section>
  );
}
