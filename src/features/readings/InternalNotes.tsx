import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { excessText } from '../../shared/counted-text.ts';
import { limits } from '../../shared/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useFocusHandover } from '../../ui/dialogs/use-return-focus.ts';
import { FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { TextAreaField } from '../../ui/forms/Field.tsx';
import { discardButtonProps, submitByKey } from '../../ui/forms/form-keys.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { FoldedText } from '../../ui/pieces.tsx';
import { useRunning } from '../desk/desk-hooks.ts';
import { hasNewerNotes, type InternalNotesStore } from './internal-notes-store.ts';
import { NewerVersion } from './Versions.tsx';
import type { TextField } from './WritableText.tsx';

type OrderNotesFieldProps = { notes: InternalNotesStore; isSavedWithForm?: boolean; readOnly?: boolean };

/** Renders an order's notes field, which saves on blur. @param props.isSavedWithForm leaves that to the form */
export function OrderNotesField({ notes, isSavedWithForm = false, readOnly = false }: OrderNotesFieldProps) {
  const id = useId();
  const hintId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { data, error } = useStore(notes.saved.$state);
  const typed = useStore(notes.draft.$fields);
  const saved = data?.internalNotes ?? '';
  const value = typed?.internalNotes ?? saved;
  const excess = excessText(value, limits.notesCharacters);
  // Removing a focused field fires no blur event.
  const leave = useEffectEvent(() => {
    if (!isSavedWithForm && !hasNewerNotes(notes.draft.$fields.get(), saved)) void notes.flush();
  });
  useEffect(() => () => leave(), []);
  if (error && !data) return <FetchProblem fetched={notes.saved} what="notes" />;
  return (
    <div className={classNames('grid gap-2', !excess && !hasNewerNotes(typed, saved) && 'folded:hidden')}>
      {data && <NewerNotes notes={notes} theirs={saved} field={field} />}
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <label htmlFor={id} className="text-sm font-semibold">
          Internal notes <span className="font-normal text-quiet">(optional)</span>
        </label>
        <textarea
          id={id}
          ref={field}
          rows={1}
          dir="auto"
          className="textarea field-sizing-content max-h-32 min-h-9 w-auto min-w-0 grow basis-52 py-1.5"
          placeholder="For the order’s reader and the admins only"
          aria-invalid={excess ? true : undefined}
          aria-describedby={hintId}
          readOnly={readOnly || !data}
          value={value}
          onChange={({ target }) => {
            target.style.minHeight = '';
            notes.write(target.value, saved);
          }}
          onBlur={({ target }) => {
            if (isSavedWithForm || hasNewerNotes(typed, saved)) return;
            // Saving trims the text: the field would shrink and move a clicked button away from the pointer.
            target.style.minHeight = `${target.getBoundingClientRect().height}px`;
            void notes.flush();
          }}
        />
        <p id={hintId} className={excess ? 'field-error basis-full' : 'sr-only'}>
          {excess ?? (isSavedWithForm ? 'Saved with the reading.' : 'Saved when you leave the field.')}
        </p>
      </div>
    </div>
  );
}

interface NotesEditorProps {
  notes: InternalNotesStore;
  /** The saved notes. */
  text: string;
  /** Null for a reader, who edits the notes of the order. */
  readingId: string | null;
}

/** Shows the internal notes of a submitted reading, with a button to edit them in place. */
export function NotesEditor({ notes, text, readingId }: NotesEditorProps) {
  const fields = useStore(notes.draft.$fields);
  const isSaving = useRunning(notes.subject) !== undefined;
  const { opener, editor } = useFocusHandover(fields !== null);
  const { field, onSubmit } = useForm({
    stored: { internalNotes: text },
    typed: [fields ?? {}, (update) => notes.write(update({}).internalNotes ?? text, text)],
    async save() {
      await notes.save(readingId);
      return false;
    },
  });

  if (!fields) {
    return (
      <div>
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="text-sm font-semibold text-quiet">Internal notes</span>
          {!text && <span className="text-sm text-quiet">No notes.</span>}
          <Button ref={opener} className="btn btn-ghost btn-xs" onClick={() => notes.write(text, text)}>
            Edit Notes
          </Button>
        </div>
        {text && <FoldedText text={text} />}
      </div>
    );
  }
  return (
    <form className="grid gap-2" onKeyDown={submitByKey} onSubmit={onSubmit}>
      <NewerNotes notes={notes} theirs={text} field={editor} />
      <TextAreaField
        {...field('internalNotes')}
        ref={editor}
        label="Internal notes"
        limit={limits.notesCharacters}
        rows={3}
        dir="auto"
        className="field-sizing-content max-h-80 min-h-20"
        readOnly={isSaving}
      />
      <div className="flex gap-2">
        <Button type="submit" className="btn btn-sm btn-primary" isBusy={isSaving}>
          Save
        </Button>
        <Button
          {...discardButtonProps(fields.internalNotes !== text)}
          disabled={isSaving}
          onClick={notes.draft.clear}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

function NewerNotes({
  notes,
  theirs,
  field,
}: {
  notes: InternalNotesStore;
  theirs: string;
  field: TextField;
}) {
  const typed = useStore(notes.draft.$fields);
  if (!typed || !hasNewerNotes(typed, theirs)) return null;
  return (
    <NewerVersion
      what="different notes"
      mine={typed.internalNotes}
      theirs={theirs}
      onKeepMine={() => notes.keepMine(theirs)}
      onTakeTheirs={notes.draft.clear}
      field={field}
    />
  );
}
