import { useStore } from '@nanostores/react';
import type { InternalNotes } from '../../client/readings/internal-notes.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { FoldedText } from '../ui/FoldedText.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { givesUp } from '../ui/forms/leave-by-escape.ts';
import { submitByKey } from '../ui/forms/submit-by-key.ts';
import { useFocusHandover } from '../ui/use-focus-handover.ts';
import { NewerNotes } from './NewerNotes.tsx';

interface NotesEditorProps {
  notes: InternalNotes;
  /** The notes as they are. */
  text: string;
}

/** The internal notes of an order that has a reading, edited in place. */
export function NotesEditor({ notes, text }: NotesEditorProps) {
  const fields = useStore(notes.draft.$fields);
  const isSaving = useRunning(notes.work, notes.subject) !== undefined;
  const { opener, editor } = useFocusHandover(fields !== null);

  if (!fields) {
    return (
      <div>
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="text-sm font-semibold text-quiet">Internal notes</span>
          {!text && <span className="text-sm text-quiet">No notes.</span>}
          <button
            type="button"
            ref={opener}
            className="btn btn-ghost btn-xs"
            onClick={() => notes.write(text, text)}
          >
            Edit Notes
          </button>
        </div>
        {text && <FoldedText text={text} />}
      </div>
    );
  }
  return (
    <form
      className="grid gap-2"
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void notes.save();
      }}
    >
      <NewerNotes notes={notes} theirs={text} field={editor} />
      <Field excess={excessWords(fields.internalNotes, limits.notesCharacters)} label="Internal notes">
        {(aria) => (
          <textarea
            {...aria}
            ref={editor}
            rows={3}
            dir="auto"
            className="textarea field-sizing-content max-h-80 min-h-20 w-full"
            readOnly={isSaving}
            value={fields.internalNotes}
            onChange={(event) => notes.write(event.target.value, text)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <ActionButton
          type="submit"
          className="btn btn-sm btn-primary"
          isBusy={isSaving}
          busyLabel="Saving…"
          disabled={isSaving}
        >
          Save
        </ActionButton>
        <button
          {...givesUp(fields.internalNotes !== text)}
          type="button"
          className="btn btn-sm"
          disabled={isSaving}
          onClick={() => notes.draft.clear()}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
