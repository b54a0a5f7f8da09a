import { useStore } from '@nanostores/react';
import { serverNow } from '../../../client/desk/server-clock.ts';
import { readingTypeNames } from '../../../client/format.ts';
import { directionOf } from '../../../shared/direction.ts';
import { questionOf } from '../../../shared/orders/reading-types.ts';
import { checkReading } from '../../../shared/readings/reading-checks.ts';
import type { Reading } from '../../../shared/readings/readings.ts';
import { DrawnCards } from '../../cards/DrawnCards.tsx';
import { CommentableText } from '../../comments/CommentableText.tsx';
import { CommentsToSend } from '../../comments/CommentsToSend.tsx';
import { EarlierComments } from '../../comments/SaidComment.tsx';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { useOrderActions } from '../../desk/use-order-actions.ts';
import { OrderQuestions } from '../../notes/OrderQuestions.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { FoldedText } from '../../ui/FoldedText.tsx';
import { leaveByEscape } from '../../ui/forms/leave-by-escape.ts';
import { handsOnFocus } from '../../ui/hands-on-focus.ts';
import { useFocusHandover } from '../../ui/use-focus-handover.ts';
import { Decision } from '../Decision.tsx';
import { NotesEditor } from '../NotesEditor.tsx';
import { ReadingEditor } from '../ReadingEditor.tsx';
import { Remarks } from '../Remarks.tsx';
import { Revisions } from '../Revisions.tsx';
import { useSeenVersion } from '../use-seen-version.tsx';
import { BackToList } from './BackToList.tsx';
import { SinceRejection } from './SinceRejection.tsx';
import { paneOfChosen } from './use-focus-of-chosen.ts';

/** One reading to approve or reject, whole, with what one has to know about it. */
export function ReviewPane({ reading }: { reading: Reading }) {
  const { happened } = useBusinessDays();
  const desk = useAdminDesk();
  const { readings } = desk;
  const isEditing = useStore(readings.editDraft(reading.id).$fields) !== null;
  const { opener, editor } = useFocusHandover(isEditing);
  // The editor tells of newer versions itself.
  const { seen, notice } = useSeenVersion(reading, isEditing);
  const notes = readings.notesOf(reading.orderId);
  const notesText = reading.internalNotes ?? '';
  useOrderActions(reading.orderId, {
    notes() {
      if (!isEditing && !notes.draft.$fields.get()) notes.write(notesText, notesText);
    },
  });
  const { order } = reading;
  const headingId = `reading-${reading.id}`;

  return (
    <article
      {...paneOfChosen}
      ref={handsOnFocus}
      data-order={reading.orderId}
      onKeyDown={leaveByEscape}
      aria-labelledby={headingId}
      className="@container panel min-w-0 scroll-mt-4"
    >
      <header className="px-4 pt-3 sm:px-6 sm:pt-4">
        <div className="mb-2 @4xl/review:hidden">
          <BackToList />
        </div>
        <div className="flex flex-col-reverse items-start gap-x-4 gap-y-1 sm:flex-row">
          <h3 id={headingId} className="min-w-0 flex-1 text-lg wrap-anywhere">
            {order.orderNumber} · <bdi>{order.customerName}</bdi>
          </h3>
          <Badge tone="warning">Pending Approval</Badge>
        </div>
        <p className="text-sm text-quiet">
          {readingTypeNames[order.readingType] ?? order.readingType} · Submitted{' '}
          {happened(reading.submittedAt)}
        </p>
      </header>
      {!isEditing && (
        <div className="sticky top-0 z-10 border-b border-hairline bg-base-100 px-4 py-2 sm:px-6">
          <Decision reading={reading} seen={seen} editButton={opener} />
          <CommentsToSend readingId={reading.id} isApproval />
        </div>
      )}
      <div className="grid gap-6 px-4 pt-4 pb-6 sm:px-6 @3xl:grid-cols-[minmax(0,1fr)_14rem] @3xl:grid-rows-[auto_1fr] @3xl:gap-y-4 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
        <aside
          aria-label="About the order"
          className="grid min-w-0 content-start gap-3 @3xl:col-start-2 @3xl:gap-4"
        >
          <Facts reading={reading} />
          {!isEditing && (
            <NotesEditor notes={readings.notesOf(reading.orderId)} text={reading.internalNotes ?? ''} />
          )}
        </aside>
        <div className="grid min-w-0 content-start gap-4 @3xl:col-start-1 @3xl:row-span-2 @3xl:row-start-1">
          {notice}
          {isEditing ? (
            <ReadingEditor reading={reading} contentField={editor} />
          ) : (
            <>
              <SinceRejection reading={reading} />
              {reading.revision > 1 && <EarlierComments reading={reading} />}
              <DrawnCards cards={reading.cards} />
              <CommentableText reading={reading} />
              <Remarks
                title="Before you send it"
                remarks={checkReading(reading.content, order.readingAddresseeName)}
              />
              <Revisions newest={reading.revision} fetched={readings.revisionsOf(reading)} />
            </>
          )}
        </div>
        {/* Beside the letter where there is room, else after it: who approves came to read. */}
        <div className="min-w-0 @3xl:col-start-2">
          <OrderQuestions desk={desk} orderId={reading.orderId} canAsk={false} />
        </div>
      </div>
    </article>
  );
}

function Facts({ reading: { order } }: { reading: Reading }) {
  const { dueLabel, waiting } = useBusinessDays();
  const due = order.dueAt ? dueLabel(order.dueAt, serverNow()) : null;
  return (
    // The last two share a line where there is one column.
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3 *:nth-last-[n+3]:col-span-full @3xl:grid-cols-1">
      <Fact label="Question">
        <span dir={directionOf(questionOf(order))}>{questionOf(order)}</span>
      </Fact>
      {order.backgroundContext && (
        <Fact label="Background context">
          <FoldedText text={order.backgroundContext} />
        </Fact>
      )}
      <Fact label="Delivery">
        {due ? (
          <span className={due.isLate ? 'text-tone-error' : undefined}>{due.text}</span>
        ) : (
          order.waitsSince && waiting(order.waitsSince)
        )}
      </Fact>
      <Fact label="Reader">{order.reader ?? 'Unassigned'}</Fact>
    </dl>
  );
}
