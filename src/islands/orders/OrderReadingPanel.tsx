import { useStore } from '@nanostores/react';
import { whyNotWritten } from '../../client/orders/money/money-words.ts';
import { isBlank } from '../../client/writing/autosave.ts';
import { hasEnded, type StatusLabel, transitionsFrom } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { workBadge } from '../../shared/orders/payment-badges.ts';
import { checkReading } from '../../shared/readings/reading-checks.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';
import { DrawnCards } from '../cards/DrawnCards.tsx';
import { CommentHistory, CommentsToSend } from '../comments/SentComments.tsx';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useOrderActions } from '../desk/use-order-actions.ts';
import { Decision } from '../readings/Decision.tsx';
import { NotesEditor } from '../readings/InternalNotes.tsx';
import { ReadingEditor } from '../readings/ReadingEditor.tsx';
import { Remarks } from '../readings/Remarks.tsx';
import { UnsavedText } from '../readings/UnsavedText.tsx';
import { Revisions, useSeenVersion } from '../readings/Versions.tsx';
import { Badge } from '../ui/Badge.tsx';
import { WhenFetched } from '../ui/errors/WhenFetched.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TypedText } from '../ui/TypedText.tsx';
import { useFocusHandover } from '../ui/use-focus-handover.ts';

export function OrderReadingPanel({ order }: { order: Order }) {
  return (
    <WhenFetched
      fetched={useAdminDesk().readings.ofOrder(order.id)}
      fallback="The reading could not be loaded."
      loading={<Skeleton label="Loading reading" className="h-48" />}
    >
      {(reading) => <ReadingText order={order} reading={reading} />}
    </WhenFetched>
  );
}

function ReadingText({ order, reading }: { order: Order; reading: OrderReading }) {
  const { happened } = useBusinessDays();
  const { readings, writing } = useAdminDesk();
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
    order.status === 'reading_uploaded' ? { label: 'Pending Review', tone: 'info' } : workBadge(order);

  return (
    <section aria-label="Reading" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-lg">Reading</h3>
        <Badge tone={label.tone}>{label.label}</Badge>
        <span className="text-sm text-quiet">Written {happened(reading.submittedAt)}</span>
      </div>
      {order.status === 'rejected' && reading.feedback && (
        <div className="rounded-field border border-error px-4 py-3">
          <p className="text-sm font-semibold">Feedback to the reader</p>
          <TypedText text={reading.feedback} />
        </div>
      )}
      {uploaded && !isBlank(uploaded) && (
        <UnsavedText
          why="Another session submitted a reading for this order first."
          text={uploaded.content}
          beside={uploaded}
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
          why={isOver ? whyNotWritten(order) : 'The reading was approved before your changes were saved.'}
          text={edited.content}
          beside={edited}
          onDiscard={draft.clear}
        />
      )}
      {isEditing ? (
        <ReadingEditor reading={reading} contentField={editor} />
      ) : (
        <>
          {isOver && order.status !== 'approved' && <p className="text-quiet">{whyNotWritten(order)}</p>}
          {notice}
          <DrawnCards cards={reading.cards} />
          {/* As in the customer's mail: some 65 characters wide. */}
          <TypedText
            className="max-w-[36rem] font-display text-letter leading-[1.75]"
            text={reading.content}
          />
          {steps.includes('approve') && (
            <>
              <Remarks
                title="Before you send it"
                remarks={checkReading(reading.content, reading.order.readingAddresseeName)}
              />
              <div className="sticky -bottom-8 z-1 border-t border-hairline bg-base-100 py-3">
                <Decision reading={reading} seen={seen} editButton={opener} />
                <CommentsToSend readingId={reading.id} isApproval />
              </div>
            </>
          )}
          {steps.includes('revise') && (
            <div>
              <button type="button" ref={opener} className="btn btn-sm" onClick={edit}>
                Edit Reading
              </button>
            </div>
          )}
          <NotesEditor notes={readings.notesOf(order.id)} text={reading.internalNotes ?? ''} />
        </>
      )}
      <Revisions newest={reading.revision} fetched={readings.revisionsOf(reading)} />
      <CommentHistory comments={reading.comments} />
    </section>
  );
}
