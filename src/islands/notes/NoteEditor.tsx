import type { KeyboardEvent } from 'react';
import type { NoteForm } from '../../client/notes/note-form.ts';
import { limits } from '../../shared/limits.ts';
import { useDraft } from '../desk/desk-hooks.ts';
import { Button } from '../ui/Button.tsx';
import { isSend } from '../ui/forms/form-keys.ts';
import { TextAreaField } from '../ui/forms/TextAreaField.tsx';
import { useForm } from '../ui/forms/use-form.ts';

const ofNotes = { empty: 'The note is empty.', send: 'Add note', sending: 'Adding…' };

export function NoteEditor(props: { form: NoteForm; label: string; hint: string; words?: typeof ofNotes }) {
  const { form, label, hint, words = ofNotes } = props;
  const { field, isBusy, onSubmit } = useForm({
    stored: { text: '' },
    typed: useDraft(form.draft),
    toSent: (_, fields) => fields,
    check: ({ text }) => ({ text: text.trim() ? null : words.empty }),
    save: ({ text }) => form.send(text),
  });

  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!isSend(event)) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <form noValidate className="grid gap-2" onSubmit={onSubmit}>
      <TextAreaField
        {...field('text')}
        label={label}
        hint={hint}
        limit={limits.noteCharacters}
        rows={2}
        dir="auto"
        className="field-sizing-content min-h-16 leading-relaxed"
        aria-keyshortcuts="Control+Enter"
        onKeyDown={sendByKey}
      />
      <div>
        <Button type="submit" isBusy={isBusy} busyLabel={words.sending}>
          {words.send} <kbd className="kbd kbd-sm max-md:hidden pointer-coarse:hidden">Ctrl Enter</kbd>
        </Button>
      </div>
    </form>
  );
}
