import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { areNewer, type InternalNotes } from '../../client/readings/internal-notes.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import { classNames } from '../ui/class-names.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { NewerNotes } from './NewerNotes.tsx';

interface OrderNotesFieldProps {
  notes: InternalNotes;
  /** Whether they are saved with the form alone, which can be given up; else also when the field is left. */
  isSavedWithForm?: boolean;
  readOnly?: boolean;
}

/**
 * The internal notes of an order where its reading is written or edited, in one line that grows with what it holds: the
 * room is the text's.
 */
export function OrderNotesField({ notes, isSavedWithForm = false, readOnly = false }: OrderNotesFieldProps) {
  const id = useId();
  const hintId = useId();
  const excessId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { data, error } = useStore(notes.saved.$state);
  const typed = useStore(notes.draft.$fields);
  const saved = data?.internalNotes ?? '';
  const value = typed?.internalNotes ?? saved;
  const excess = excessWords(value, limits.notesCharacters);
  // Closed with the field in focus, it is not left before it is gone.
  const leave = useEffectEvent(() => {
    if (!isSavedWithForm && !areNewer(notes.draft.$fields.get(), saved)) void notes.flush();
  });
  useEffect(() => () => leave(), []);
  if (error && !data) {
    return (
      <LoadProblem error={error} fallback="The notes could not be loaded." onRetry={notes.saved.refresh} />
    );
  }
  return (
    <div className={classNames('grid gap-2', !excess && !areNewer(typed, saved) && 'folded:hidden')}>
      {data && <NewerNotes notes={notes} theirs={saved} field={field} />}
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <label htmlFor={id} className="text-sm font-semibold max-sm:sr-only">
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
          aria-describedby={excess ? excessId : hintId}
          readOnly={readOnly || !data}
          value={value}
          onChange={({ target }) => {
            target.style.minHeight = '';
            notes.write(target.value, saved);
          }}
          onBlur={({ target }) => {
            if (isSavedWithForm || areNewer(typed, saved)) return;
            // Saved trimmed it would get lower, and take what is clicked from below the pointer.
            target.style.minHeight = `${target.getBoundingClientRect().height}px`;
            void notes.flush();
          }}
        />
        {excess ? (
          <p id={excessId} className="field-error basis-full">
            {excess}
          </p>
        ) : (
          <p id={hintId} className="sr-only">
            {isSavedWithForm ? 'Saved with the reading.' : 'Saved when you leave the field.'}
          </p>
        )}
      </div>
    </div>
  );
}
