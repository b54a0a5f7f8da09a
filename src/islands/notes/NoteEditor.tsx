import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useState } from 'react';
import type { NoteForm } from '../../client/notes/note-form.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { isSend } from '../ui/forms/submit-by-key.ts';
import { submitForm } from '../ui/forms/submit-form.ts';

const ofNotes = { empty: 'The note is empty.', send: 'Add note', sending: 'Adding…' };

export function NoteEditor(props: { form: NoteForm; label: string; hint: string; words?: typeof ofNotes }) {
  const { form, label, hint, words = ofNotes } = props;
  const text = useStore(form.draft.$fields)?.text ?? '';
  const isBusy = useRunning(form.work, form.subject) !== undefined;
  const [error, setError] = useState<string | null>(null);

  async function send() {
    setError(text.trim() ? null : words.empty);
    await form.send();
  }

  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!isSend(event)) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <form
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        // React passes it on to a form around it, which would hand in a reading.
        event.stopPropagation();
        void submitForm(event, send);
      }}
    >
      <Field excess={excessWords(text, limits.noteCharacters)} label={label} hint={hint} error={error}>
        {(aria) => (
          <textarea
            {...aria}
            rows={2}
            dir="auto"
            className="textarea field-sizing-content min-h-16 w-full leading-relaxed"
            aria-keyshortcuts="Control+Enter"
            readOnly={isBusy}
            value={text}
            onChange={(event) => {
              setError(null);
              form.write(event.target.value);
            }}
            onKeyDown={sendByKey}
          />
        )}
      </Field>
      <div>
        <ActionButton type="submit" className="btn btn-sm" isBusy={isBusy} busyLabel={words.sending}>
          {words.send} <kbd className="kbd kbd-sm max-md:hidden pointer-coarse:hidden">Ctrl Enter</kbd>
        </ActionButton>
      </div>
    </form>
  );
}
