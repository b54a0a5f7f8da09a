import { useState } from 'react';
import { adminStatusLabel, isWorkable } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { paymentText } from '../../shared/orders/payment-badges.ts';
import { questionOf } from '../../shared/orders/reading-types.ts';
import { Badge } from '../ui/Badge.tsx';
import { OrderMoney } from './money/OrderMoney.tsx';
import { PaymentReview } from './money/PaymentReview.tsx';
import { RefundDialog } from './money/RefundDialog.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderMails } from './OrderMails.tsx';
import { OrderReadingPanel } from './OrderReadingPanel.tsx';
import { UploadForm } from './UploadForm.tsx';

/** One order: the work in the middle, the facts at the side. */
export function OrderBody({ order }: { order: Order }) {
  const status = adminStatusLabel(order.status);
  // Here it outlives the button that opened it: somebody reads in it why nothing is left.
  const [isRefunding, setIsRefunding] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const refund = () => {
    setIsRefunding(true);
    setWasAsked(true);
  };
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="grid min-w-0 gap-6">
        <OrderMoney order={order} onRefund={refund} wasAsked={wasAsked} />
        <div>
          <Badge tone={status.tone}>{status.label}</Badge>
          <h3 className="mt-4 text-sm font-sans font-semibold tracking-normal text-quiet">Question</h3>
          <p dir="auto" className="font-display text-lg wrap-anywhere">
            {questionOf(order)}
          </p>
          {order.backgroundContext && (
            <>
              <h3 className="mt-4 text-sm font-sans font-semibold tracking-normal text-quiet">
                Background information
              </h3>
              <p className="max-w-prose as-typed">{order.backgroundContext}</p>
            </>
          )}
        </div>
        <div className="border-t border-hairline pt-5">
          <OrderWork order={order} />
        </div>
        <div className="border-t border-hairline pt-5">
          <OrderMails order={order} />
        </div>
      </div>
      <div className="grid gap-5 lg:border-l lg:border-base-300 lg:pl-6">
        <OrderFacts order={order} onRefund={refund} />
        <OrderHistory orderId={order.id} />
        <button type="button" className="btn btn-sm justify-self-start" onClick={() => print()}>
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
  if (isWorkable(order.paymentStatus)) return <UploadForm order={order} />;
  return (
    <p className="text-quiet">
      A reading can be written for paid orders only. This order’s payment: {paymentText(order)}.
    </p>
  );
}
