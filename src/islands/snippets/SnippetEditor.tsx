import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { namePlace } from '../../client/snippets/find-snippets.ts';
import type { Snippets } from '../../client/snippets/snippets.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { Field, InputField } from '../ui/forms/Field.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';

interface SnippetEditorProps {
  snippets: Snippets;
  mayShare: boolean;
  titleField: RefObject<HTMLInputElement | null>;
}

/** Writes one snippet. It is open as long as there is one that is written. */
export function SnippetEditor({ snippets, mayShare, titleField }: SnippetEditorProps) {
  const fields = useStore(snippets.$editor);
  const isBusy = useRunning(snippets.work, 'snippet') !== undefined;
  if (!fields) return null;
  return (
    <form
      noValidate
      aria-label={fields.id === null ? 'New snippet' : 'Change the snippet'}
      className="grid gap-3 rounded-field border border-hairline p-4"
      onSubmit={(event) => {
        // React passes it on to the form around the dialog, which would hand in the reading.
        event.stopPropagation();
        void submitForm(event, snippets.save);
      }}
    >
      {mayShare && (
        <label className="flex items-start gap-3 py-0.5">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary mt-0.5"
            checked={fields.isShared}
            onChange={(event) => snippets.write({ isShared: event.target.checked })}
          />
          <span className="min-w-0">Shared: every reader can use it</span>
        </label>
      )}
      <InputField
        {...firstFocus}
        ref={titleField}
        label="Title"
        error={fields.errors.title}
        type="text"
        autoComplete="off"
        limit={limits.snippetTitleCharacters}
        readOnly={isBusy}
        value={fields.title}
        onChange={(event) => snippets.write({ title: event.target.value })}
      />
      <Field
        excess={excessWords(fields.text, limits.snippetCharacters)}
        label="Text"
        error={fields.errors.text}
        hint={`At most ${limits.snippetCharacters.toLocaleString('en')} characters of plain text. ${namePlace} becomes the name of the person the reading is for.`}
      >
        {(aria) => (
          <textarea
            {...aria}
            rows={5}
            dir="auto"
            className="textarea field-sizing-content min-h-32 w-full leading-relaxed"
            readOnly={isBusy}
            value={fields.text}
            onChange={(event) => snippets.write({ text: event.target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Saving…">
          Save snippet
        </ActionButton>
        <button type="button" className="btn" disabled={isBusy} onClick={snippets.cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
