import type { RefObject } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { limits } from '../../shared/limits.ts';
import { NotesField } from '../readings/NotesField.tsx';
import { TextWithCounts } from '../readings/TextWithCounts.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { SavedElsewhere } from './SavedElsewhere.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import type { Writing } from './use-writing.ts';

interface WritingFieldsProps {
  desk: ReaderDesk;
  writing: Writing;
  contentField: RefObject<HTMLTextAreaElement | null>;
  /** What is wrong with the text. */
  error: string | null;
  /** Whether the notes are folded, so that the room is left to the text. */
  areNotesFolded?: boolean;
}

/** The text of a reading and the notes about it, with how they stand. */
export function WritingFields({
  desk,
  writing,
  contentField,
  error,
  areNotesFolded = false,
}: WritingFieldsProps) {
  const { order, fields, isSubmitting, isLoading } = writing;
  const autosave = order && desk.autosaveOf(order.id);
  const isReadOnly = isSubmitting || isLoading;
  const notes = (
    <NotesField
      hint="For the admin; the customer never sees them."
      isBrief
      readOnly={isReadOnly}
      value={fields.internalNotes}
      onValueChange={(internalNotes) => desk.write({ ...fields, internalNotes })}
    />
  );
  return (
    <>
      <div>
        <Field
          label="Reading content"
          error={error}
          hint={order && `The mail begins with “Dear ${order.readingAddresseeName},” by itself.`}
        >
          {(aria) => (
            <TextWithCounts
              {...aria}
              ref={contentField}
              rows={12}
              className="text-to-write font-display text-lg!"
              recommended="500-1000 words"
              maxLength={limits.readingCharacters}
              readOnly={isReadOnly}
              placeholder={isLoading ? 'Loading your text…' : undefined}
              value={fields.content}
              onValueChange={(text) => desk.write({ ...fields, content: text })}
            />
          )}
        </Field>
        <div className="min-h-6">
          {autosave && <SaveStatus autosave={autosave} />}
          {!autosave && fields.content && (
            <p className="text-sm text-quiet">Kept on this device until you choose an order.</p>
          )}
        </div>
      </div>
      {autosave && <SavedElsewhere autosave={autosave} mine={fields} contentField={contentField} />}
      {areNotesFolded ? <Disclosure summary="Internal notes">{notes}</Disclosure> : notes}
    </>
  );
}
