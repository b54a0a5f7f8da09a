import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { Order } from '../../shared/orders/order-schema.ts';
import {
  adminStatusLabel,
  hasEnded,
  isActive,
  type StatusLabel,
  transitionsFrom,
} from '../../shared/orders/order-status.ts';
import { checkReading } from '../../shared/readings/reading-checks.ts';
import type { OrderReading } from '../../shared/readings/reading-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusHandover } from '../../ui/dialogs/use-return-focus.ts';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { Badge, TypedText } from '../../ui/pieces.tsx';
import { useDateFormats, useDeskStore, useOrderActions } from '../desk/desk-hooks.ts';
import { DrawnCards } from '../readings/cards/CardsField.tsx';
import { CommentHistory } from '../readings/comments/Comments.tsx';
import { CommentsToSend, Decision, useSeenVersion } from '../readings/Decision.tsx';
import { NotesEditor, OrderNotesField } from '../readings/InternalNotes.tsx';
import { ReadingEditor } from '../readings/ReadingEditor.tsx';
import { Remarks } from '../readings/Remarks.tsx';
import { UnsavedText } from '../readings/UnsavedText.tsx';
import { Revisions } from '../readings/Versions.tsx';
import { isBlank } from '../writing/autosave.ts';
import { useWriting } from '../writing/WritingFields.tsx';
import { WritingForm } from '../writing/WritingForm.tsx';
import { noReadingText } from './money/order-money.ts';
import { createOrderDesk } from './order-desk.ts';

/** Shows an order's reading, or the form to write it. */
export function OrderReadingPanel({ order }: { order: Order }) {
  const { readings } = useDeskStore(createOrderDesk);
  if (order.status === 'pending') {
    return isActive(order) ? <OrderWriting order={order} /> : <NothingToWrite order={order} />;
  }
  return (
    <WhenFetched fetched={readings.ofOrder(order.id)} what="reading" height="h-48">
      {(reading) => <ReadingText order={order} reading={reading} />}
    </WhenFetched>
  );
}

/** Explains that no reading is needed, and offers a started text for copying. */
function NothingToWrite({ order }: { order: Order }) {
  const { readings, writing } = useDeskStore(createOrderDesk);
  const draft = writing.draftOf(order.id);
  const typed = useStore(draft.$fields);
  const why = noReadingText(order);
  return (
    <div className="grid gap-5">
      {typed && !isBlank(typed) ? (
        <UnsavedText why={why} typed={typed} onDiscard={draft.clear} />
      ) : (
        !hasEnded(order) && <p className="text-quiet">{why}</p>
      )}
      <OrderNotesField notes={readings.notesOf(order.id)} />
    </div>
  );
}

function OrderWriting({ order }: { order: Order }) {
  const { writing } = useDeskStore(createOrderDesk);
  const contentField = useRef<HTMLTextAreaElement>(null);
  return (
    <WritingForm
      store={writing}
      writing={useWriting(writing, order)}
      contentField={contentField}
      className="flex flex-col gap-3"
      head={() => <h3 className="text-lg">Upload Reading</h3>}
    />
  );
}

function ReadingText({ order, reading }: { order: Order; reading: OrderReading }) {
  const { dateTime } = useDateFormats();
  const { readings, writing } = useDeskStore(createOrderDesk);
  const draft = readings.editDraft(reading.id);
  const isOver = hasEnded(order);
  const steps = isOver ? [] : transitionsFrom(order.status, 'admin');
  const canEdit = steps.includes('edit') || steps.includes('revise');
  const edited = useStore(draft.$fields);
  const uploadDraft = writing.draftOf(order.id);
  const uploaded = useStore(uploadDraft.$fields);
  const isEditing = edited !== null && canEdit;
  const { opener, editor } = useFocusHandover(isEditing);
  const edit = () => readings.beginEdit(reading);
  useOrderActions(order.id, steps.includes('revise') && !isEditing ? { edit } : {});
  const { seen, notice } = useSeenVersion(reading, isEditing || !steps.includes('approve'));
  const label: StatusLabel =
    order.status === 'reading_uploaded'
      ? { label: 'Pending Review', tone: 'info' }
      : adminStatusLabel(order.status);

  return (
    <section aria-label="Reading" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-lg">Reading</h3>
        <Badge tone={label.tone}>{label.label}</Badge>
        <span className="text-sm text-quiet">Written {dateTime(reading.submittedAt)}</span>
      </div>
      {order.status === 'rejected' && reading.feedback && (
        <div className="rounded-field border border-error px-4 py-3">
          <p className="text-sm font-semibold">Feedback to the reader</p>
          <TypedText text={reading.feedback} />
        </div>
      )}
      {uploaded && !isBlank(uploaded) && (
        <UnsavedText
          why="Someone else submitted a reading for this order first."
          typed={uploaded}
          onDiscard={uploadDraft.clear}
          onUse={
            canEdit && !isEditing
              ? () => {
                  readings.beginEdit(reading, uploaded);
                  uploadDraft.clear();
                }
              : undefined
          }
        />
      )}
      {edited && !canEdit && (
        <UnsavedText
          why={isOver ? noReadingText(order) : 'The reading was approved before your changes were saved.'}
          typed={edited}
          onDiscard={draft.clear}
        />
      )}
      {isEditing ? (
        <ReadingEditor reading={reading} contentField={editor} />
      ) : (
        <>
          {notice}
          <DrawnCards cards={reading.cards} />
          {/* About 65 characters wide, as in the customer's mail. */}
          <TypedText
            className="max-w-[36rem] font-display text-letter leading-[1.75]"
            text={reading.content}
          />
          {steps.includes('approve') && (
            <>
              <Remarks title="Before you send it" remarks={checkReading(reading.content, order)} />
              <div className="sticky -bottom-8 z-1 border-t border-hairline bg-base-100 py-3">
                <Decision reading={reading} seen={seen} editButton={opener} />
                <CommentsToSend readingId={reading.id} isApproval />
              </div>
            </>
          )}
          {steps.includes('revise') && (
            <div>
              <Button ref={opener} onClick={edit}>
                Edit Reading
              </Button>
            </div>
          )}
          <NotesEditor
            notes={readings.notesOf(order.id)}
            text={reading.internalNotes ?? ''}
            readingId={reading.id}
          />
        </>
      )}
      <Revisions newest={reading.revision} fetched={readings.revisionsOf(reading)} />
      <CommentHistory comments={reading.comments} />
    </section>
  );
}
