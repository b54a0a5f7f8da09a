import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { questionOf } from '../../shared/orders/asked.ts';
import type { Order, OrderEvent } from '../../shared/orders/order-schema.ts';
import { awaitsReading } from '../../shared/orders/order-status.ts';
import { directionOf } from '../../shared/text.ts';
import { Button } from '../../ui/Button.tsx';
import { passFocusOnRemoval } from '../../ui/pass-focus-on-removal.ts';
import { AnswerFacts, FoldedText } from '../../ui/pieces.tsx';
import { Conversation, ReplyToDo } from '../customers/Conversation.tsx';
import { useDateFormats, useDeskStore, useOrderActions } from '../desk/desk-hooks.ts';
import { eventsByOthers, eventText } from './money/event-text.ts';
import { OrderMoney } from './money/OrderMoney.tsx';
import { PaymentReview } from './money/PaymentReview.tsx';
import { RefundDialog } from './money/RefundDialog.tsx';
import { LateReading, LaterDay } from './NewDay.tsx';
import { AftercareToDo, OrderAftercare } from './OrderAftercare.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { FailedMails, OrderMails } from './OrderMails.tsx';
import { OrderReadingPanel } from './OrderReadingPanel.tsx';
import { createOrderDesk } from './order-desk.ts';

/** Shows an order, its actions, and the changes by others since it was opened. */
export function OrderBody({ order }: { order: Order }) {
  // The dialog outlives the button that opened it, to explain why nothing is left to refund.
  const [isRefunding, setIsRefunding] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const isDue = awaitsReading(order) && order.dueAt !== null;
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
        <ReplyToDo orderId={order.id} />
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
            <dl className="mt-4 grid gap-4 empty:hidden">
              <AnswerFacts answers={order.answers} />
            </dl>
          </div>
          {order.paymentStatus !== 'unpaid' && order.customerEmail !== '' && (
            <Conversation order={order} canAsk={awaitsReading(order)} canAdd />
          )}
          <div className="border-t border-hairline pt-5">
            <OrderReadingPanel order={order} />
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
      <RefundDialog order={order} open={isRefunding} onClose={() => setIsRefunding(false)} />
    </div>
  );
}

function OrderHistory({ orderId }: { orderId: string }) {
  const { readings } = useDeskStore(createOrderDesk);
  const { data: events } = useStore(readings.eventsOf(orderId).$state);
  if (!events?.length) return null;
  return (
    <details>
      <summary className="cursor-pointer font-semibold">History ({events.length})</summary>
      <ol className="mt-2 grid gap-2 border-l border-hairline pl-4 text-sm">
        {events.map((event) => (
          <li key={event.id}>
            <span className="block wrap-anywhere">{eventText(event, events)}</span>
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
      {useDateFormats().dateTime(createdAt)}
    </time>
  );
}

/** Lists the changes by others since the order was opened or OK was pressed. */
function Meanwhile({ orderId }: { orderId: string }) {
  const { readings, username } = useDeskStore(createOrderDesk);
  const { data: events } = useStore(readings.eventsOf(orderId).$state);
  const [since, setSince] = useState<number | null>(null);
  const newest = events?.at(-1)?.id ?? 0;
  if (events && since === null) setSince(newest);
  const news = events && since !== null ? eventsByOthers(events, { since, username }) : [];
  return (
    // Always rendered, so that screen readers announce changes in it.
    <div role="status" className={news.length > 0 ? undefined : 'contents'}>
      {news.length > 0 && (
        <div
          ref={passFocusOnRemoval}
          className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-field border border-info px-4 py-3"
        >
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold">Changed in the meantime</p>
            <ul className="text-sm">
              {news.map((event) => (
                <li key={event.id} className="wrap-anywhere">
                  {eventText(event, events)} <EventTime event={event} />
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
