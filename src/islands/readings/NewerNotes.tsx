import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { areNewer, type InternalNotes } from '../../client/readings/internal-notes.ts';
import { Newer } from './NewerVersion.tsx';

interface NewerNotesProps {
  notes: InternalNotes;
  /** The notes as they are. */
  theirs: string;
  /** What is gone on with after the choice. */
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Other notes that were saved while some are typed. */
export function NewerNotes({ notes, theirs, field }: NewerNotesProps) {
  const typed = useStore(notes.draft.$fields);
  const choose = (choice: () => void) => () => {
    choice();
    field.current?.focus();
  };
  return (
    <Newer
      what={areNewer(typed, theirs) ? 'other notes' : null}
      texts={{ mine: typed?.internalNotes ?? '', theirs }}
      onKeepMine={choose(() => notes.keepMine(theirs))}
      onTakeTheirs={choose(notes.draft.clear)}
    />
  );
}
