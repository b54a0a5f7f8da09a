import type { Reading } from '../../shared/readings.ts';
import { Changes } from '../staff/Revisions.tsx';
import { useAdminDesk } from './desk-context.ts';

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
  if (!isTextNewer && !areNotesNewer) return null;

  return (
    <section
      aria-label="A newer version"
      className="grid gap-3 rounded-field border border-warning bg-(--tone-warning-paper) px-4 py-3"
    >
      <p className="font-semibold">
        Somebody else has saved {isTextNewer ? 'another version' : 'other notes'} meanwhile. What you have
        typed is below, unsaved.
      </p>
      {isTextNewer && mine.content !== undefined && (
        <details open>
          <summary className="cursor-pointer text-sm">
            Compare: only in yours is <del>struck through</del>, only in theirs is <ins>underlined</ins>
          </summary>
          <section
            aria-label="Comparison"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also without a pointer
            tabIndex={0}
            className="mt-2 max-h-80 max-w-prose overflow-y-auto leading-relaxed whitespace-pre-wrap wrap-anywhere"
          >
            <Changes from={mine.content} to={reading.content} isBrief />
          </section>
        </details>
      )}
      {areNotesNewer && (
        <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">
          <span className="text-sm">Their notes:</span> {notes || 'none'}
        </p>
      )}
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
    </section>
  );
}
