import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { writeCards } from '../../client/cards/kept-cards.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { CardsField } from '../cards/CardsField.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useOrderActions } from '../desk/use-order-actions.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { givesUp } from '../ui/forms/leave-by-escape.ts';
import { submitByKey } from '../ui/forms/submit-by-key.ts';
import { NewerVersion } from './NewerVersion.tsx';
import { OrderNotesField } from './OrderNotesField.tsx';
import { TextCounts } from './TextCounts.tsx';
import { WritableText } from './WritableText.tsx';

interface ReadingEditorProps {
  reading: Reading;
  contentField: RefObject<HTMLTextAreaElement | null>;
}

/** Changes a reading's text and notes. It is open as long as its draft exists. */
export function ReadingEditor({ reading, contentField }: ReadingEditorProps) {
  const { readings, work } = useAdminDesk();
  const draft = readings.editDraft(reading.id);
  const notes = readings.notesOf(reading.orderId);
  const areNotesTyped = useStore(notes.draft.$fields) !== null;
  const fields = useStore(draft.$fields);
  const running = useRunning(work, `reading:${reading.id}`);
  const focus = () => contentField.current?.focus();
  // While the text is edited, these actions move the focus to it instead of deciding.
  useOrderActions(reading.orderId, { approve: focus, reject: focus, preview: focus, edit: focus });
  if (!fields) return null;
  const cards = writeCards(reading.cards);
  const isChanged = fields.content !== reading.content || areNotesTyped || (fields.cards ?? cards) !== cards;

  return (
    <form
      className="grid content-start gap-4"
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void readings.saveEdit(reading);
      }}
    >
      <NewerVersion reading={reading} mine={fields} onKept={focus} onTakeTheirs={draft.clear} />
      <CardsField
        value={fields.cards ?? cards}
        onValueChange={(cards) => draft.write({ ...fields, cards })}
        readOnly={running === 'edit'}
      />
      <Field excess={excessWords(fields.content, limits.readingCharacters)} label="Reading content">
        {(aria) => (
          <WritableText
            {...aria}
            ref={contentField}
            rows={12}
            readOnly={running === 'edit'}
            required
            value={fields.content}
            onValueChange={(content) => draft.write({ ...fields, content })}
          />
        )}
      </Field>
      <TextCounts text={fields.content} />
      <OrderNotesField notes={notes} isSavedWithForm readOnly={running === 'edit'} />
      <div className="flex flex-wrap gap-2">
        <ActionButton
          type="submit"
          className="btn btn-primary"
          isBusy={running === 'edit'}
          busyLabel="Saving…"
          disabled={!fields.content.trim() || running !== undefined}
        >
          Save Changes
        </ActionButton>
        <button
          {...givesUp(isChanged)}
          type="button"
          className="btn"
          disabled={running !== undefined}
          onClick={() => {
            draft.clear();
            notes.draft.clear();
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
