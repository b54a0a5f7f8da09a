import { type RefObject, useRef } from 'react';
import type { ReaderDesk } from '../../client/desk/reader-desk.ts';
import { limits } from '../../shared/limits.ts';
import { NotesField } from '../staff/NotesField.tsx';
import { Field } from '../ui/Field.tsx';
import { TextWithCounts } from '../ui/TextWithCounts.tsx';
import { SavedElsewhere } from './SavedElsewhere.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import type { Writing } from './use-writing.ts';

interface WritingFieldsProps {
  desk: ReaderDesk;
  writing: Writing;
  contentField?: RefObject<HTMLTextAreaElement | null>;
  /** Whether writing begins when this is shown. */
  isFocused?: boolean;
}

/** The text of a reading and the notes about it, with how they stand. */
export function WritingFields({ desk, writing, contentField, isFocused = false }: WritingFieldsProps) {
  const { order, fields, isSubmitting, isLoading } = writing;
  const own = useRef<HTMLTextAreaElement>(null);
  const content = contentField ?? own;
  const autosave = order && desk.autosaveOf(order.id);
  const isReadOnly = isSubmitting || isLoading;
  return (
    <>
      {autosave && (
        <SavedElsewhere autosave={autosave} mine={fields} onChosen={() => content.current?.focus()} />
      )}
      <div>
        <Field
          label="Reading content"
          hint={order && `The mail begins with “Dear ${order.readingAddresseeName},” by itself.`}
        >
          {(aria) => (
            <TextWithCounts
              {...aria}
              ref={content}
              autoFocus={isFocused}
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
      <NotesField
        hint="For the admin; the customer never sees them."
        isBrief
        readOnly={isReadOnly}
        value={fields.internalNotes}
        onValueChange={(internalNotes) => desk.write({ ...fields, internalNotes })}
      />
    </>
  );
}
