import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent } from 'react';
import { excessText } from '../../shared/counted-text.ts';
import { limits } from '../../shared/limits.ts';
import { cardsText } from '../../shared/readings/cards.ts';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { discardButtonProps, submitByKey } from '../../ui/forms/form-keys.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { useDeskStore, useOrderActions, useRunning } from '../desk/desk-hooks.ts';
import { CardsField } from './cards/CardsField.tsx';
import { serializeCards } from './cards/serialize-cards.ts';
import { OrderNotesField } from './InternalNotes.tsx';
import { changesReading, createReadingDesk } from './reading-store.ts';
import { NewerVersion } from './Versions.tsx';
import { TextCounts, type TextField, WritableText } from './WritableText.tsx';

/** Renders the form for a reading's text, cards, and notes. It is open as long as its draft exists. */
export function ReadingEditor({ reading, contentField }: { reading: Reading; contentField: TextField }) {
  const { readings } = useDeskStore(createReadingDesk);
  const draft = readings.editDraft(reading.id);
  const notes = readings.notesOf(reading.orderId);
  const areNotesTyped = useStore(notes.draft.$fields) !== null;
  const fields = useStore(draft.$fields);
  const running = useRunning(`reading:${reading.id}`);
  const focus = () => contentField.current?.focus();
  const isChanged = changesReading(fields, reading) || areNotesTyped;
  // During an edit, these actions focus the text instead of deciding.
  useOrderActions(reading.orderId, { approve: focus, reject: focus, preview: focus, edit: focus });
  const leave = useEffectEvent(() => {
    if (!isChanged) draft.clear();
  });
  useEffect(() => () => leave(), []);
  const { onSubmit } = useForm({ stored: {}, save: () => readings.saveEdit(reading) });
  if (!fields) return null;
  const cards = serializeCards(reading.cards);
  const hasOtherCards = (fields.cards ?? cards) !== cards;

  return (
    <form className="grid content-start gap-4" onKeyDown={submitByKey} onSubmit={onSubmit}>
      {fields.revision !== String(reading.revision) && (
        <NewerVersion
          what="a different version"
          mine={fields.content}
          theirs={reading.content}
          onKeepMine={() => readings.keepMine(reading)}
          onTakeTheirs={draft.clear}
          field={contentField}
        >
          {hasOtherCards && (
            <p className="max-w-prose as-typed">
              <span className="text-sm">Their cards:</span> {cardsText(reading.cards) || 'none'}
            </p>
          )}
        </NewerVersion>
      )}
      <CardsField
        value={fields.cards ?? cards}
        onValueChange={(cards) => draft.write({ ...fields, cards })}
        readOnly={running === 'edit'}
      />
      <Field excess={excessText(fields.content, limits.readingCharacters)} label="Reading content">
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
        <Button
          type="submit"
          className="btn btn-primary"
          task="edit"
          running={running}
          disabled={!fields.content.trim()}
        >
          Save Changes
        </Button>
        <Button
          {...discardButtonProps(isChanged)}
          className="btn"
          disabled={running !== undefined}
          onClick={() => {
            draft.clear();
            notes.draft.clear();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
