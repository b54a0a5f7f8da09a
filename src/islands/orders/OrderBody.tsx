import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { whyNotWritten } from '../../client/orders/money/money-words.ts';
import { isBlank } from '../../client/writing/autosave.ts';
import { directionOf } from '../../shared/direction.ts';
import { hasEnded, isAwaited, isGoingOn } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { paymentText } from '../../shared/orders/payment-badges.ts';
import { questionOf } from '../../shared/orders/reading-types.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { OrderNotes } from '../notes/OrderNotes.tsx';
import { OrderQuestions } from '../notes/OrderQuestions.tsx';
import { UnsavedText } from '../readings/UnsavedText.tsx';
import { FoldedText } from '../ui/FoldedText.tsx';
import { Meanwhile } from './Meanwhile.tsx';
import { OrderMoney } from './money/OrderMoney.tsx';
import { PaymentReview } from './money/PaymentReview.tsx';
import { RefundDialog } from './money/RefundDialog.tsx';
import { NewDay } from './NewDay.tsx';
import { OrderAftercare } from './OrderAftercare.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderMails } from './OrderMails.tsx';
import { OrderReadingPanel } from './OrderReadingPanel.tsx';
import { UploadForm } from './UploadForm.tsx';

/** One order: what one has to know for its work, then the work, then what became of it. */
export function OrderBody({ order }: { order: Order }) {
  const desk = useAdminDesk();
  // Here it outlives the button that opened it: somebody reads in it why nothing is left.
  const [isRefunding, setIsRefunding] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const refund = () => {
    setIsRefunding(true);
    setWasAsked(true);
  };
  return (
    <div className="grid gap-5">
      <Meanwhile orderId={order.id} />
      <OrderFacts order={order} onRefund={refund} />
      <NewDay order={order} />
      <OrderMoney order={order} onRefund={refund} wasAsked={wasAsked} />
      <OrderAftercare order={order} onRefund={refund} />
      <div className="border-t border-hairline pt-4">
        <h3 className="text-sm font-sans font-semibold tracking-normal text-quiet">Question</h3>
        <p dir={directionOf(questionOf(order))} className="max-w-prose font-display text-lg wrap-anywhere">
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
      <div className="border-t border-hairline pt-5">
        <OrderMails order={order} />
      </div>
      <div className="border-t border-hairline pt-5">
        <OrderNotes desk={desk} orderId={order.id} to="the order’s reader" />
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

function OrderWork({ order }: { order: Order }) {
  if (order.status !== 'pending') return <OrderReadingPanel order={order} />;
  if (order.paymentStatus === 'review') return <PaymentReview order={order} />;
  if (isGoingOn(order)) return <UploadForm order={order} />;
  return <NothingToWrite order={order} />;
}

/** What was begun before the money went stays to be copied. */
function NothingToWrite({ order }: { order: Order }) {
  const { readings } = useAdminDesk();
  const draft = readings.uploadDraft(order.id);
  const typed = useStore(draft.$fields);
  const why = hasEnded(order)
    ? whyNotWritten(order)
    : `A reading can be written for paid orders only. This order’s payment: ${paymentText(order)}.`;
  return typed && !isBlank(typed) ? (
    <UnsavedText why={why} text={typed.content} beside={typed} onDiscard={draft.clear} />
  ) : (
    <p className="text-quiet">{why}</p>
  );
}
