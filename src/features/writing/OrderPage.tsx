import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { hasStandardName, kindOf, offerBeside, questionOf } from '../../shared/orders/asked.ts';
import type { ReaderOrder } from '../../shared/orders/order-schema.ts';
import { readerStatusLabel } from '../../shared/orders/order-status.ts';
import { directionOf } from '../../shared/text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DeskPart } from '../../ui/errors/DeskPart.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { Chevron } from '../../ui/Icon.tsx';
import { AnswerFacts, Badge, Disclosure, Fact, Skeleton, TypedText } from '../../ui/pieces.tsx';
import { Conversation } from '../customers/Conversation.tsx';
import { useDateFormats, useNowByMinute } from '../desk/desk-hooks.ts';
import { DrawnCards } from '../readings/cards/CardsField.tsx';
import { CommentHistory, CommentList } from '../readings/comments/Comments.tsx';
import { NotesEditor } from '../readings/InternalNotes.tsx';
import { Changes, Revisions } from '../readings/Versions.tsx';
import { TextCounts, type TextField } from '../readings/WritableText.tsx';
import { DueFact, MessageBadge, SideColumn } from './OrderLists.tsx';
import type { ReaderDesk } from './reader-desk.ts';
import { TakenAway } from './TakenAway.tsx';
import { showPassage, useWriting } from './WritingFields.tsx';

function Brief({ order: { readingAddresseeName, dueAt, waitsSince, awaitsReply } }: { order: ReaderOrder }) {
  const now = useNowByMinute();
  const { dueLabel, waiting } = useDateFormats();
  const due = dueAt ? dueLabel(dueAt, now) : null;
  return (
    <span className="flex flex-wrap gap-x-2 text-sm text-quiet">
      <span className="max-w-full truncate">
        Dear <bdi>{readingAddresseeName}</bdi>
      </span>
      <span className={classNames('shrink-0', due?.isLate && 'font-semibold text-tone-error')}>
        · {due ? due.text : waitsSince && waiting(waitsSince)}
      </span>
      {awaitsReply && <MessageBadge />}
    </span>
  );
}

function CommentsOnIt(props: { desk: ReaderDesk; order: ReaderOrder; contentField: TextField }) {
  const { writing } = props.desk;
  const { fields, rejected } = useWriting(writing, props.order);
  if (!rejected) return null;
  return (
    <div className="max-h-[30dvh] overflow-y-auto px-4 not-empty:pb-3 sm:px-6 roomy:max-h-none roomy:px-0 roomy:not-empty:pb-5">
      <CommentList
        reading={rejected}
        text={fields.content}
        done={writing.doneOf(rejected.orderId)}
        onShow={(passage) => showPassage(props.contentField.current, passage)}
      />
    </div>
  );
}

function WrittenSoFar({ desk, order }: { desk: ReaderDesk; order: ReaderOrder }) {
  const { fields, rejected } = useWriting(desk.writing, order);
  if (!rejected) return null;
  return (
    <>
      {fields.content !== rejected.content && (
        <Disclosure summary="Your changes">
          <div className="mt-2 max-w-prose leading-relaxed as-typed">
            <Changes from={rejected.content} to={fields.content} />
          </div>
        </Disclosure>
      )}
      <Revisions newest={rejected.revision} fetched={desk.revisionsOf(rejected.orderId)} />
    </>
  );
}

/** Shows a reading that its reader has submitted; only its internal notes can still be changed. */
export function SubmittedReading({ desk, order }: { desk: ReaderDesk; order: ReaderOrder }) {
  const fetched = desk.writing.readingOf(order.id);
  const { data: reading } = useStore(fetched.$state);
  const { dateTime } = useDateFormats();
  const status = readerStatusLabel(order.status);
  const words = reading?.feedback ?? reading?.lastFeedback;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, []);

  return (
    <>
      <DeskPart name="assignments">
        <SideColumn>
          <OrderSubject desk={desk} order={order}>
            {words && (
              <div>
                <h3 className="font-sans text-sm text-quiet">Last feedback</h3>
                <TypedText text={words} />
              </div>
            )}
            {reading && <Revisions newest={reading.revision} fetched={desk.revisionsOf(order.id)} />}
            {reading && <CommentHistory comments={reading.comments} />}
          </OrderSubject>
        </SideColumn>
      </DeskPart>
      <DeskPart name="writing">
        <article
          ref={place}
          tabIndex={-1}
          aria-label="The reading"
          className="grow bg-base-100 px-4 pt-5 pb-10 outline-none sm:px-6"
        >
          <div className="mx-auto max-w-[35rem]">
            <div className="mb-5 empty:hidden">
              <TakenAway desk={desk} order={order} onForgotten={() => place.current?.focus()} />
            </div>
            <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={status.tone}>{status.label}</Badge>
              {order.submittedAt && (
                <p className="text-sm text-quiet">Submitted {dateTime(order.submittedAt)}</p>
              )}
              {desk.role === 'admin' && order.status === 'reading_uploaded' && (
                <a
                  className="text-link font-semibold"
                  href={`/admin/dashboard?tab=approvals&reading=${order.orderNumber}`}
                >
                  Edit or approve it
                </a>
              )}
            </div>
            <WhenFetched fetched={fetched} what="reading" loading={<Skeleton className="h-96" />}>
              {(reading) => (
                <>
                  <div className="mb-5 empty:hidden">
                    <DrawnCards cards={reading.cards} />
                  </div>
                  <TypedText className="font-display text-lg leading-relaxed" text={reading.content} />
                  <div className="mt-4">
                    <TextCounts text={reading.content} />
                  </div>
                  <div className="mt-5">
                    <NotesEditor
                      notes={desk.writing.notesOf(order.id)}
                      text={reading.internalNotes ?? ''}
                      readingId={null}
                    />
                  </div>
                </>
              )}
            </WhenFetched>
          </div>
        </article>
      </DeskPart>
    </>
  );
}

type SubjectProps = { desk: ReaderDesk; order: ReaderOrder; contentField?: TextField; children?: ReactNode };

/**
 * Shows an order's details; in one column, folds all but the question.
 * @param props.contentField the text field, left out for a submitted reading
 */
export function OrderSubject({ desk, order, contentField, children }: SubjectProps) {
  const [isOpen, setIsOpen] = useState(false);
  const about = useId();
  const { date } = useDateFormats();
  const question = questionOf(order);
  return (
    <section aria-label="What it is about">
      <Button
        className="flex min-h-11 w-full cursor-pointer items-center gap-2 px-4 text-left sm:px-6 roomy:hidden"
        data-unfolds
        aria-expanded={isOpen}
        aria-controls={about}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="min-w-0 grow">
          <span dir={directionOf(question)} title={question} className="block truncate font-display">
            {question}
          </span>
          {!isOpen && contentField && <Brief order={order} />}
        </span>
        <Chevron isUp={isOpen} />
      </Button>
      {contentField && order.status === 'rejected' && (
        <CommentsOnIt desk={desk} order={order} contentField={contentField} />
      )}
      <div
        id={about}
        className={classNames(
          'grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-1 pb-4 sm:px-6 roomy:grid roomy:p-0',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        <h2 dir={directionOf(question)} className="text-xl leading-snug wrap-anywhere">
          {question}
        </h2>
        <dl className="grid grid-cols-2 gap-3">
          {contentField && (
            <Fact label="Due">
              <DueFact order={order} />
            </Fact>
          )}
          <Fact label="Name for the reading">{order.readingAddresseeName}</Fact>
          <Fact label="Customer">{order.customerName}</Fact>
          <Fact label="Assigned">{date(order.assignedAt ?? order.createdAt)}</Fact>
          <Fact label={hasStandardName(order.offer) ? 'Reading type' : 'Offer'}>{kindOf(order)}</Fact>
          {order.addOns.length > 0 && (
            <Fact label="Add-ons">{order.addOns.map(({ name }) => name).join(', ')}</Fact>
          )}
        </dl>
        {order.backgroundContext && (
          <div>
            <h3 className="font-sans text-sm text-quiet">Background context</h3>
            <TypedText className="max-w-prose leading-relaxed" text={order.backgroundContext} />
          </div>
        )}
        <dl className="grid gap-3 leading-relaxed empty:hidden">
          <AnswerFacts answers={order.answers} />
        </dl>
        <Conversation order={order} canAsk={order.status !== 'completed'} />
        <EarlierReadings desk={desk} orderId={order.id} />
        {contentField && <WrittenSoFar desk={desk} order={order} />}
        {children}
      </div>
    </section>
  );
}

function EarlierReadings({ desk, orderId }: { desk: ReaderDesk; orderId: string }) {
  const { date } = useDateFormats();
  return (
    <WhenFetched fetched={desk.earlierOf(orderId)} what="earlier readings">
      {(earlier) =>
        earlier.length > 0 && (
          <section aria-labelledby={`earlier-${orderId}`} className="grid gap-2">
            <h3 id={`earlier-${orderId}`} className="font-sans text-sm text-quiet">
              Earlier readings for this customer
            </h3>
            {earlier.map((reading) => (
              <Disclosure
                key={reading.orderNumber}
                summary={
                  <span className="wrap-anywhere">
                    <bdi>{questionOf(reading)}</bdi>{' '}
                    {offerBeside(reading) && (
                      <bdi className="font-normal">{`(${offerBeside(reading)}) `}</bdi>
                    )}
                    <span className="font-normal whitespace-nowrap text-quiet">
                      {date(reading.deliveredAt)}
                    </span>
                  </span>
                }
              >
                <div className="mt-2 grid max-w-prose gap-3 border-l border-hairline pl-4">
                  <dl className="grid gap-3 empty:hidden">
                    <AnswerFacts answers={reading.answers} />
                  </dl>
                  <DrawnCards cards={reading.cards} />
                  <TypedText className="font-display leading-relaxed" text={reading.content} />
                </div>
              </Disclosure>
            ))}
          </section>
        )
      }
    </WhenFetched>
  );
}
