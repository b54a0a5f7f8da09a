import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { counted } from '../../shared/counted-text.ts';
import { ownWordsIn } from '../../shared/offers/offer-answers.ts';
import { offerBeside, questionOf } from '../../shared/orders/asked.ts';
import type { ReaderOrder } from '../../shared/orders/order-schema.ts';
import { readerStatusLabel } from '../../shared/orders/order-status.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { passFocusOnRemoval } from '../../ui/pass-focus-on-removal.ts';
import { Badge, EmptyState, InnerLink, Skeleton, TypedText } from '../../ui/pieces.tsx';
import { useDateFormats, useNowByMinute } from '../desk/desk-hooks.ts';
import { useStableWhilePressed } from '../desk/use-stable-while-pressed.ts';
import { orderAddress } from './reader-address.ts';
import { type ReaderDesk, recentSubmissions } from './reader-desk.ts';

/** Lists the orders to write. @param props.subject the selected order's details; hides the list in a small window */
export function Assignments(props: { desk: ReaderDesk; isLoading: boolean; subject: ReactNode }) {
  const { desk, isLoading, subject } = props;
  const assignments = useStableWhilePressed(useStore(desk.$assignments));
  const selected = useStore(desk.$selected);
  return (
    <section aria-labelledby="assignments-heading">
      <div className={classNames(Boolean(subject) && 'hidden roomy:block')}>
        <h2 id="assignments-heading" tabIndex={-1} className="text-xl">
          My Assignments
        </h2>
        <h3 className="mt-1 font-sans font-semibold tracking-normal text-quiet">
          Pending Assignments ({assignments.length})
        </h3>
        <p className="mb-3 text-sm text-quiet">{assignments.length > 1 && 'By due date.'}</p>
      </div>
      {isLoading && (
        <div role="status" aria-label="Loading assignments" className="grid gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      )}
      {!isLoading && assignments.length === 0 && (
        <EmptyState ref={passFocusOnRemoval} card="star" title="No pending assignments">
          <p>Orders appear here as soon as they are assigned to you.</p>
          <Button className="btn btn-sm mt-3" onClick={() => desk.orders.refresh()}>
            Check again
          </Button>
        </EmptyState>
      )}
      {assignments.length > 0 && (
        <ul className={classNames('@container divide-y divide-base-300', subject ? 'roomy:-mx-2' : 'panel')}>
          {assignments.map((order) => (
            <Assignment
              key={order.id}
              order={order}
              subject={order.id === selected?.id && subject}
              isAside={Boolean(subject)}
              onWrite={desk.write}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** @param props.isAside whether an order is selected; `subject` is set if it is this one */
function Assignment(props: {
  order: ReaderOrder;
  subject: ReactNode;
  isAside: boolean;
  onWrite: (orderId: string) => void;
}) {
  const { order, subject, isAside, onWrite } = props;
  const { id, orderNumber, customerName, readingAddresseeName, backgroundContext, dueAt } = order;
  const { feedback, commentCount, answeredQuestion, customerAnswer } = order;
  const status = readerStatusLabel(order.status);
  const offer = offerBeside(order);
  const ownWords = ownWordsIn(order.answers);
  const { date, dueLabel } = useDateFormats();
  const due = dueAt ? dueLabel(dueAt) : null;
  const isSelected = Boolean(subject);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const { offsetParent: column, offsetTop = 0 } = item.current ?? {};
    if (isSelected && column) column.scrollTop = offsetTop > column.clientHeight / 3 ? offsetTop : 0;
  }, [isSelected]);
  return (
    <li
      ref={item}
      aria-current={isSelected || undefined}
      className={classNames(
        isAside ? 'roomy:px-2 roomy:py-2.5' : 'px-4 py-2.5',
        isAside && !isSelected && 'hidden roomy:block',
      )}
    >
      <div
        className={classNames(
          'flex flex-wrap items-start gap-3 @md:flex-nowrap',
          isSelected && 'mb-4 hidden border-l-4 border-primary pl-3 roomy:flex',
        )}
      >
        <div className="grid min-w-0 grow basis-full gap-1 @md:basis-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h4 className="min-w-0 grow font-semibold wrap-anywhere">
              <span className="tabular-nums">{orderNumber}</span> · <bdi>{customerName}</bdi>
              {!customerName.startsWith(readingAddresseeName) && (
                <span>
                  {' '}
                  for <bdi>{readingAddresseeName}</bdi>
                </span>
              )}
            </h4>
            {due?.isLate && <Badge tone="error">{due.text}</Badge>}
            {order.awaitsReply && <MessageBadge />}
            <Badge tone={status.tone}>{status.label}</Badge>
          </div>
          {!isSelected && (
            <>
              {feedback && (
                <p className="border-l-2 border-error pl-3 text-sm wrap-anywhere">
                  <span className="font-semibold">Feedback:</span> <bdi>{feedback}</bdi>
                </p>
              )}
              {commentCount && (
                <p className="border-l-2 border-error pl-3 text-sm font-semibold">
                  {counted(commentCount, 'comment')} on the text
                </p>
              )}
              <TypedText className="font-display" text={questionOf(order)} />
              {ownWords && <TypedText className="text-sm text-quiet" text={ownWords} />}
              {backgroundContext && <TypedText className="text-sm text-quiet" text={backgroundContext} />}
              {customerAnswer && (
                <p className="border-l-2 border-tone-info pl-3 text-sm wrap-anywhere">
                  {answeredQuestion && (
                    <span className="block">
                      <span className="font-semibold">Question:</span> <bdi>{answeredQuestion}</bdi>
                    </span>
                  )}
                  <span className="font-semibold">Customer’s answer:</span> <bdi>{customerAnswer}</bdi>
                </p>
              )}
              <dl className="flex flex-wrap gap-x-5 text-sm">
                {offer && <Fact label="Offer" value={<bdi>{offer}</bdi>} />}
                <Fact label="Due" value={<DueFact order={order} />} />
                <Fact label="Assigned" value={date(order.assignedAt ?? order.createdAt)} />
              </dl>
            </>
          )}
        </div>
        <Button data-row={orderNumber} className="btn btn-sm shrink-0" onClick={() => onWrite(id)}>
          Upload Reading<span className="sr-only"> for {orderNumber}</span>
        </Button>
      </div>
      {subject}
    </li>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-quiet">{label}:</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
}

/** Lists the last five submitted readings, newest first, with a button for all. */
export function RecentSubmissions({ desk, isLoading }: { desk: ReaderDesk; isLoading: boolean }) {
  const submitted = useStore(desk.$submitted);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? submitted : submitted.slice(0, recentSubmissions);
  return (
    <section aria-label="My Recent Submissions">
      <h2 className="mb-3 text-xl">My Recent Submissions</h2>
      {isLoading && <Skeleton className="h-24" />}
      {!isLoading && submitted.length === 0 && <p className="text-quiet">No submissions yet.</p>}
      {shown.length > 0 && (
        <ul className="panel divide-y divide-base-300">
          {shown.map((order) => (
            <Submission key={order.id} order={order} onOpen={() => desk.open(order.orderNumber)} />
          ))}
        </ul>
      )}
      {submitted.length > recentSubmissions && (
        <Button className="btn btn-sm mt-3" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? `Show the last ${recentSubmissions}` : `Show all ${submitted.length}`}
        </Button>
      )}
    </section>
  );
}

function Submission({ order, onOpen }: { order: ReaderOrder; onOpen: () => void }) {
  const { orderNumber, customerName, submittedAt } = order;
  const { dateTime } = useDateFormats();
  const status = readerStatusLabel(order.status);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 grow basis-48 max-sm:basis-full">
        <p className="wrap-anywhere">
          <InnerLink
            data-row={orderNumber}
            className="text-link inline-block py-0.5 font-semibold whitespace-nowrap tabular-nums"
            href={orderAddress(orderNumber)}
            onFollow={onOpen}
          >
            {orderNumber}
          </InnerLink>{' '}
          · <bdi>{customerName}</bdi>
        </p>
        {submittedAt && <p className="text-sm text-quiet">Submitted {dateTime(submittedAt)}</p>}
      </div>
      {order.awaitsReply && <MessageBadge />}
      <Badge tone={status.tone}>{status.label}</Badge>
    </li>
  );
}

/** Renders the badge of an order whose customer waits for a reply. */
export const MessageBadge = () => <Badge tone="error">Message</Badge>;

/** Shows an order's due date and the time left, or since when it has been waiting for the customer. */
export function DueFact({ order: { dueAt, waitsSince } }: { order: ReaderOrder }) {
  const now = useNowByMinute();
  const { dueLabel, deadline, waiting } = useDateFormats();
  if (dueAt === null) return waitsSince && <span key="waits">{waiting(waitsSince)}</span>;
  const due = dueLabel(dueAt, now);
  return (
    <span key="due">
      {deadline(dueAt)}{' '}
      <span className={classNames('whitespace-nowrap', due.isLate && 'font-semibold text-tone-error')}>
        ({due.left})
      </span>
    </span>
  );
}

/** Renders the column beside the text. In wide windows it is as high as the text and scrolls separately. */
export function SideColumn({ children }: { children: ReactNode }) {
  return (
    <div className="border-b border-base-300 roomy:relative roomy:border-r roomy:border-b-0">
      <div className="roomy:absolute roomy:inset-0 roomy:overflow-y-auto roomy:px-6 roomy:py-5">
        {children}
      </div>
    </div>
  );
}
