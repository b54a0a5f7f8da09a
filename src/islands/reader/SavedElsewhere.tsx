import { useStore } from '@nanostores/react';
import type { Autosave } from '../../client/desk/autosave.ts';
import type { ReadingDraft } from '../../client/desk/readings.ts';
import { formatDateTime } from '../../client/format.ts';
import { Changes } from '../staff/Revisions.tsx';

interface SavedElsewhereProps {
  autosave: Autosave;
  mine: ReadingDraft;
  /** Called after the choice, when this is gone. */
  onChosen: () => void;
}

/** Shows what another window or device has saved, and leaves the choice. Nothing when nobody did. */
export function SavedElsewhere({ autosave, mine, onChosen }: SavedElsewhereProps) {
  const state = useStore(autosave.$state);
  if (state.name !== 'conflict') return null;
  const { theirs } = state;
  const choose = (choice: () => void) => () => {
    choice();
    onChosen();
  };
  return (
    <section
      ref={bringIntoView}
      aria-label="Saved elsewhere"
      className="grid gap-3 rounded-field border border-warning px-4 py-3"
    >
      {/* The comparison below changes with every key; announced is what happened. */}
      <p role="alert">
        A different text was saved in another window or on another device, {formatDateTime(theirs.savedAt)}.
        Nothing is lost: choose which one to go on with. Only in yours is <del>struck through</del>, only in
        the other is <ins>underlined</ins>.
      </p>
      <div className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
        <Changes from={mine.content} to={theirs.content} isBrief />
      </div>
      {theirs.internalNotes !== mine.internalNotes && (
        <div className="whitespace-pre-wrap wrap-anywhere">
          <span className="text-sm text-quiet">Internal notes: </span>
          <Changes from={mine.internalNotes} to={theirs.internalNotes} isBrief />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-sm btn-primary" onClick={choose(autosave.keepMine)}>
          Keep mine
        </button>
        <button type="button" className="btn btn-sm" onClick={choose(autosave.takeTheirs)}>
          Take the other
        </button>
      </div>
    </section>
  );
}

function bringIntoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' });
}
