import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { whyNotWritten } from '../../client/orders/money/money-words.ts';
import { createOrderAftercare } from '../../client/orders/order-aftercare.ts';
import { isBlank } from '../../client/writing/autosave.ts';
import { directionOf } from '../../shared/direction.ts';
import { hasEnded, isAwaited, isGoingOn } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { paymentText } from '../../shared/orders/payment-badges.ts';
import { questionOf } from '../../shared/orders/reading-types.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useOrderActions } from '../desk/use-order-actions.ts';
import { OrderQuestions } from '../notes/OrderQuestions.tsx';
import { OrderNotesField } from '../readings/OrderNotesField.tsx';
import { UnsavedText } from '../readings/UnsavedText.tsx';
import { FoldedText } from '../ui/FoldedText.tsx';
import { Meanwhile } from './Meanwhile.tsx';
import { OrderMoney } from './money/OrderMoney.tsx';
import { PaymentReview } from './money/PaymentReview.tsx';
import { RefundDialog } from './money/RefundDialog.tsx';
import { LateReading, LaterDay } from './NewDay.tsx';
import { AftercareToDo, OrderAftercare } from './OrderAftercare.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { FailedMails, OrderMails } from './OrderMails.tsx';
import { OrderReadingPanel } from './OrderReadingPanel.tsx';
import { OrderWriting } from './OrderWriting.tsx';

/** One order: what needs doing, then its work with the facts beside it, then what became of it. */
export function OrderBody({ order }: { order: Order }) {
  const desk = useAdminDesk();
  // Kept here, so that it outlives the button that opened it: the dialog says why nothing is left to refund.
  const [isRefunding, setIsRefunding] = useState(false);
  const aftercare = useMemo(() => createOrderAftercare(desk, order.id), [desk, order.id]);
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
        {isInReview(order) && <PaymentReview order={order} />}
        <AftercareToDo order={order} aftercare={aftercare} onRefund={refund} />
        <LateReading order={order} />
      </section>
      <div className="grid gap-x-6 gap-y-5 @xl:grid-cols-[minmax(0,1fr)_13rem] @3xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid min-w-0 content-start gap-5 @xl:col-start-2 @xl:row-start-1">
          <OrderFacts order={order} onRefund={refund} />
          <LaterDay order={order} />
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
      <OrderAftercare order={order} aftercare={aftercare} onRefund={refund} />
      <div className="border-t border-hairline pt-5">
        <OrderMails order={order} />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-4 border-t border-hairline pt-5">
        <OrderHistory orderId={order.id} />
        <button type="button" className="btn btn-sm ml-auto" onClick={() => print()}>
          Print order
        </button>
      </div>
      <RefundDialog order={order} open={isRefunding} onOpenChange={setIsRefunding} />
    </div>
  );
}

function isInReview({ status, paymentStatus }: Order): boolean {
  return status === 'pending' && paymentStatus === 'review';
}

function OrderWork({ order }: { order: Order }) {
  if (order.status !== 'pending') return <OrderReadingPanel order={order} />;
  if (isGoingOn(order)) return <OrderWriting order={order} />;
  return <NothingToWrite order={order} />;
}

/** What was begun before the money went stays to be copied. */
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
