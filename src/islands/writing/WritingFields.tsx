import { type RefObject, useId } from 'react';
import type { ReadingDraft } from '../../client/readings/readings.ts';
import type { WritingStore } from '../../client/writing/writing.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import { CardsField } from '../cards/CardsField.tsx';
import { commentsHeading } from '../comments/CommentList.tsx';
import { CommentMarks } from '../comments/CommentMarks.tsx';
import { OrderNotesField } from '../readings/OrderNotesField.tsx';
import { WritableText, writableLook } from '../readings/WritableText.tsx';
import { InsertSnippet } from './InsertSnippet.tsx';
import { SavedElsewhere } from './SavedElsewhere.tsx';
import type { Writing } from './use-writing.ts';

/** How the text looks in its field, and the marks of the comments over it. */
const textLook = `${writableLook} text-to-write`;

interface WritingFieldsProps {
  store: WritingStore;
  writing: Writing;
  contentField: RefObject<HTMLTextAreaElement | null>;
  /** What is wrong with the text. */
  error: string | null;
}

/** What is written: the text of a reading, and the notes about it. */
export function WritingFields({ store, writing, contentField, error }: WritingFieldsProps) {
  const { order, fields, isSubmitting, isLoading } = writing;
  const autosave = order && store.autosaveOf(order.id);
  const write = (typed: ReadingDraft) => store.write(order?.id ?? '', typed);
  const isReadOnly = isSubmitting || isLoading;
  const field = useId();
  const hint = useId();
  const problem = useId();
  const commented = writing.rejected?.comments.length ? writing.rejected : null;
  const excess = excessWords(fields.content, limits.readingCharacters);
  const wrong = error ?? excess;
  const described = [order && hint, wrong && problem, commented && commentsHeading];
  return (
    <>
      <div className="-mb-2 flex flex-col gap-3 cramped:flex-row cramped:justify-between">
        <CardsField
          value={fields.cards}
          onValueChange={(cards) => write({ ...fields, cards })}
          readOnly={isReadOnly}
        />
        <div className="flex min-h-8 flex-wrap items-center gap-x-3">
          <label htmlFor={field} className="text-sm font-semibold cramped:sr-only">
            Reading content
          </label>
          {order && (
            <>
              <p
                id={hint}
                className="min-w-0 grow text-sm text-quiet wrap-anywhere max-sm:sr-only cramped:sr-only"
              >
                The email already begins with “Dear <bdi>{order.readingAddresseeName}</bdi>,”.
              </p>
              <div className="ml-auto">
                <InsertSnippet
                  desk={store}
                  addresseeName={order.readingAddresseeName}
                  contentField={contentField}
                  disabled={isReadOnly}
                />
              </div>
            </>
          )}
        </div>
      </div>
      <div className="flex flex-col gap-1">
        <div className="relative">
          <WritableText
            id={field}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={described.filter(Boolean).join(' ') || undefined}
            ref={contentField}
            rows={12}
            className={textLook}
            readOnly={isReadOnly}
            placeholder={isLoading ? 'Loading your text…' : undefined}
            value={fields.content}
            onValueChange={(text) => write({ ...fields, content: text })}
          />
          {commented && (
            <CommentMarks
              reading={commented}
              text={fields.content}
              field={contentField}
              className={textLook}
              done={store.doneOf(commented.orderId)}
            />
          )}
        </div>
        {wrong && (
          <p id={problem} className="field-error" role={error ? 'alert' : undefined}>
            {wrong}
          </p>
        )}
      </div>
      {autosave && <SavedElsewhere autosave={autosave} mine={fields} contentField={contentField} />}
      {order && <OrderNotesField key={order.id} notes={store.notesOf(order.id)} readOnly={isReadOnly} />}
    </>
  );
}
