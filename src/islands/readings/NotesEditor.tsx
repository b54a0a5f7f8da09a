import { useStore } from '@nanostores/react';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { givesUp } from '../ui/forms/leave-by-escape.ts';
import { submitByKey } from '../ui/forms/submit-by-key.ts';
import { useFocusHandover } from '../ui/use-focus-handover.ts';
import { NewerVersion } from './NewerVersion.tsx';

/** The internal notes of a reading, edited in place. */
export function NotesEditor({ reading }: { reading: Reading }) {
  const { readings, work } = useAdminDesk();
  const draft = readings.notesDraft(reading.id);
  const fields = useStore(draft.$fields);
  const running = useRunning(work, `reading:${reading.id}`);
  const { opener, editor } = useFocusHandover(fields !== null);

  if (!fields) {
    return (
      <div>
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="text-sm font-semibold text-quiet">Internal notes</span>
          <button
            type="button"
            ref={opener}
            className="btn btn-ghost btn-xs"
            data-act="notes"
            onClick={() => {
              const internalNotes = reading.internalNotes ?? '';
              draft.write({ internalNotes, notesSeen: internalNotes });
            }}
          >
            Edit Notes
          </button>
        </div>
        <p className="max-w-prose as-typed">
          {reading.internalNotes || <span className="text-quiet">No notes.</span>}
        </p>
      </div>
    );
  }
  return (
    <form
      className="grid gap-2"
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void readings.saveNotes(reading.orderId);
      }}
    >
      <NewerVersion
        reading={reading}
        mine={fields}
        onKept={() => editor.current?.focus()}
        onTakeTheirs={draft.clear}
      />
      <Field excess={excessWords(fields.internalNotes, limits.notesCharacters)} label="Internal notes">
        {(aria) => (
          <textarea
            {...aria}
            ref={editor}
            rows={3}
            className="textarea w-full"
            readOnly={running === 'notes'}
            value={fields.internalNotes}
            onChange={(event) => draft.write({ ...fields, internalNotes: event.target.value })}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <ActionButton
          type="submit"
          className="btn btn-sm btn-primary"
          isBusy={running === 'notes'}
          busyLabel="Saving…"
          disabled={running !== undefined}
        >
          Save
        </ActionButton>
        <button
          {...givesUp(fields.internalNotes !== (reading.internalNotes ?? ''))}
          type="button"
          className="btn btn-sm"
          disabled={running !== undefined}
          onClick={() => draft.clear()}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
