import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { eventText, whatOthersDid } from '../../client/orders/money/event-words.ts';
import { whyNotWritten } from '../../client/orders/money/money-words.ts';
import { isBlank } from '../../client/writing/autosave.ts';
import { directionOf } from '../../shared/direction.ts';
import {
  hasEnded,
  isAwaited,
  isGoingOn,
  type StatusLabel,
  transitionsFrom,
} from '../../shared/orders/order-status.ts';
import type { Order, OrderEvent } from '../../shared/orders/orders.ts';
import { paymentText, workBadge } from '../../shared/orders/payment-badges.ts';
import { questionOf } from '../../shared/orders/reading-types.ts';
import { checkReading } from '../../shared/readings/reading-checks.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';
import { DrawnCards } from '../cards/DrawnCards.tsx';
import { CommentHistory, CommentsToSend } from '../comments/SentComments.tsx';
import { useAdminDesk, useBusinessDays, useOrderActions } from '../desk/desk-hooks.ts';
import { OrderQuestions } from '../notes/OrderQuestions.tsx';
import { Decision } from '../readings/Decision.tsx';
import { NotesEditor, OrderNotesField } from '../readings/InternalNotes.tsx';
import { ReadingEditor } from '../readings/ReadingEditor.tsx';
import { Remarks } from '../readings/Remarks.tsx';
import { UnsavedText } from '../readings/UnsavedText.tsx';
import { Revisions, useSeenVersion } from '../readings/Versions.tsx';
import { Button } from '../ui/Button.tsx';
import { WhenFetched } from '../ui/errors/WhenFetched.tsx';
import { handsOnFocus } from '../ui/hands-on-focus.ts';
import { Badge, FoldedText, Skeleton, TypedText } from '../ui/pieces.tsx';
import { useFocusHandover } from '../ui/use-focus-handover.ts';
import { useWriting } from '../writing/use-writing.ts';
import { WritingForm } from '../writing/WritingForm.tsx';
import { OrderMoney, PaymentReview } from './money/OrderMoney.tsx';
import { RefundDialog } from './money/RefundDialog.tsx';
import { LateReading, LaterDay } from './NewDay.tsx';
import { AftercareToDo, OrderAftercare } from './OrderAftercare.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { FailedMails, OrderMails } from './OrderMails.tsx';

export function OrderBody({ order }: { order: Order }) {
  const desk = useAdminDesk();
  // The dialog outlives the button that opened it: it says why nothing is left to refund.
  const [isRefunding, setIsRefunding] = useState(false);
  const isDue = isAwaited(order) && order.dueAt !== null;
  const [wasAsked, setWasAsked] = useState(false);
  const refund = () => {
    setIsRefunding(true);
    setWasAsked(true);
  };
  useOrderActions(order.id, { refund, print: () => print() });
  return (
    <div className="@container grid gap-5">
      <Meanwhile orderId={order.id} />
      <section aria-label="What needs doing" className="grid gap-5 empty:hidden">
        <FailedMails order={order} />
        <OrderMoney order={order} onRefund={refund} wasAsked={wasAsked} />
        {order.status === 'pending' && order.paymentStatus === 'review' && <PaymentReview order={order} />}
        <AftercareToDo order={order} onRefund={refund} />
        {isDue && <LateReading order={order} />}
      </section>
      <div className="grid gap-x-6 gap-y-5 @xl:grid-cols-[minmax(0,1fr)_13rem] @3xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid min-w-0 content-start gap-5 @xl:col-start-2 @xl:row-start-1">
          <OrderFacts order={order} onRefund={refund} />
          {isDue && <LaterDay order={order} />}
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <div>
            <h3 className="text-sm font-sans font-semibold tracking-normal text-quiet">Question</h3>
            <p
              dir={directionOf(questionOf(order))}
              className="max-w-prose font-display text-lg wrap-anywhere"
            >
              {questionOf(order)}
            </p>
            {order.backgroundContext && (
              <>
                <h3 className="mt-4 text-sm font-sans font-semibold tracking-normal text-quiet">
                  Background information
                </h3>
                <FoldedText text={order.backgroundContext} />
              </>
            )}
          </div>
          <OrderQuestions desk={desk} orderId={order.id} canAsk={isAwaited(order)} />
          <div className="border-t border-hairline pt-5">
            <OrderWork order={order} />
          </div>
        </div>
      </div>
      <OrderAftercare order={order} onRefund={refund} />
      <div className="border-t border-hairline pt-5">
        <OrderMails order={order} />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-4 border-t border-hairline pt-5">
        <OrderHistory orderId={order.id} />
        <Button className="btn btn-sm ml-auto" onClick={() => print()}>
          Print order
        </Button>
      </div>
      <RefundDialog order={order} open={isRefunding} onOpenChange={setIsRefunding} />
    </div>
  );
}

function OrderWork({ order }: { order: Order }) {
  if (order.status !== 'pending') return <OrderReadingPanel order={order} />;
  if (isGoingOn(order)) return <OrderWriting order={order} />;
  return <NothingToWrite order={order} />;
}

/** A text that was begun can still be copied. */
function NothingToWrite({ order }: { order: Order }) {
  const { readings, writing } = useAdminDesk();
  const draft = writing.draftOf(order.id);
  const typed = useStore(draft.$fields);
  const why = hasEnded(order)
    ? whyNotWritten(order)
    : `A reading can be written for paid orders only. This order’s payment: ${paymentText(order)}.`;
  return (
    <div className="grid gap-5">
      {typed && !isBlank(typed) ? (
        <UnsavedText why={why} text={typed.content} beside={typed} onDiscard={draft.clear} />
      ) : (
        <p className="text-quiet">{why}</p>
      )}
      <OrderNotesField notes={readings.notesOf(order.id)} />
    </div>
  );
}

function OrderWriting({ order }: { order: Order }) {
  const { writing } = useAdminDesk();
  const contentField = useRef<HTMLTextAreaElement>(null);
  const headingId = `upload-${order.id}`;
  return (
    <WritingForm
      store={writing}
      writing={useWriting(writing, order)}
      contentField={contentField}
      labelledBy={headingId}
      className="flex flex-col gap-3"
      head={() => (
        <h3 id={headingId} className="text-lg">
          Upload Reading
        </h3>
      )}
    />
  );
}

function OrderHistory({ orderId }: { orderId: string }) {
  const { readings } = useAdminDesk();
  const { data: events } = useStore(readings.eventsOf(orderId).$state);
  if (!events?.length) return null;
  return (
    <details>
      <summary className="cursor-pointer font-semibold">History ({events.length})</summary>
      <ol className="mt-2 grid gap-2 border-l border-hairline pl-4 text-sm">
        {events.map((event) => (
          <li key={event.id}>
            <span className="block wrap-anywhere">{eventText(event)}</span>
            <EventTime event={event} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function EventTime({ event: { createdAt } }: { event: OrderEvent }) {
  return (
    <time dateTime={createdAt} className="text-quiet">
      {useBusinessDays().happened(createdAt)}
    </time>
  );
}

/** What others have done to an order since it was opened, or since OK was pressed. */
function Meanwhile({ orderId }: { orderId: string }) {
  const { readings, username } = useAdminDesk();
  const { data: events } = useStore(readings.eventsOf(orderId).$state);
  const [since, setSince] = useState<number | null>(null);
  const newest = events?.at(-1)?.id ?? 0;
  if (events && since === null) setSince(newest);
  const news = events && since !== null ? whatOthersDid(events, { since, username }) : [];
  return (
    // Always there, so that screen readers announce what changes in it.
    <div role="status" className={news.length > 0 ? undefined : 'contents'}>
      {news.length > 0 && (
        <div
          ref={handsOnFocus}
          className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-field border border-info px-4 py-3"
        >
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold">Changed meanwhile</p>
            <ul className="text-sm">
              {news.map((event) => (
                <li key={event.id} className="wrap-anywhere">
                  {eventText(event)} <EventTime event={event} />
                </li>
              ))}
            </ul>
          </div>
          <Button onClick={() => setSince(newest)}>OK</Button>
        </div>
      )}
    </div>
  );
}

function OrderReadingPanel({ order }: { order: Order }) {
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
              <Button ref={opener} onClick={edit}>
                Edit Reading
              </Button>
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
