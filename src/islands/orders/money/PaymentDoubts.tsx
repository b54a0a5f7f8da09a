import { useState } from 'react';
import { formatDollars } from '../../../client/format.ts';
import { warningReason } from '../../../client/orders/money/money-words.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import type { OrderPayment } from '../../../shared/orders/refunds.ts';
import { ConfirmedTask } from '../../desk/ConfirmedTask.tsx';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { useRunning } from '../../desk/use-running.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ClearPayment } from './ClearPayment.tsx';

interface PaymentDoubtsProps {
  order: Order;
  /** Null when Stripe could not be asked. */
  payment: OrderPayment | null;
}

/** What a bank or Stripe warns of, and what can be decided about it. */
export function PaymentDoubts({ order, payment }: PaymentDoubtsProps) {
  const open = payment?.warnings.filter(({ isOpen }) => isOpen) ?? [];
  const isHeld = order.hold === 'early_fraud_warning' || order.hold === 'review';
  if (!isHeld && open.length === 0) return null;
  const isFraud = order.hold === 'early_fraud_warning' || open.some(({ kind }) => kind !== 'review');
  return (
    <div className="grid gap-3">
      {open.length > 0 && (
        <ul className="grid max-w-prose gap-4">
          {open.map((warning) => (
            <Doubt key={warning.id} warning={warning} />
          ))}
        </ul>
      )}
      {isHeld && order.deliveredAt === null && <p>The reading is on hold until you decide.</p>}
      <div className="flex flex-wrap gap-2">
        {isFraud && payment && payment.refundable > 0 && <RefundEverything order={order} payment={payment} />}
        <ClearPayment
          order={order}
          label="Resume order"
          busyLabel="Resuming…"
          question={`Resume order ${order.orderNumber}?`}
          effect="You have looked at the warning and keep the money: the reading may be written and sent. A chargeback can still come."
        />
      </div>
    </div>
  );
}

function Doubt({ warning: { kind, reason } }: { warning: OrderPayment['warnings'][number] }) {
  const isReview = kind === 'review';
  const why = warningReason(kind, reason);
  return (
    <li className="grid gap-2">
      <p>
        <Badge tone={isReview ? 'warning' : 'error'}>
          {isReview ? 'Under review at Stripe' : 'Early fraud warning'}
        </Badge>
      </p>
      <p>
        {isReview
          ? `Stripe’s checks put this payment up for a review: ${why}. Open in Stripe and decide there, or resume the order here.`
          : `The card’s bank reports this payment as fraud: ${why}. Most such payments are charged back, which costs a fee besides. A full refund now avoids that.`}
      </p>
    </li>
  );
}

function RefundEverything({ order, payment }: { order: Order; payment: OrderPayment }) {
  const { refunds, work } = useAdminDesk();
  const running = useRunning(work, `order:${order.id}`);
  // What is asked about stays what is done, also when the figures become fresh meanwhile.
  const [asked, setAsked] = useState(payment);
  const { refundable, refunded } = asked;
  const effect = order.deliveredAt === null ? 'The reading is canceled.' : 'The customer keeps the reading.';
  return (
    <ConfirmedTask
      className="btn btn-sm btn-error"
      task="refund"
      running={running}
      busyLabel="Refunding…"
      onClick={() => setAsked(payment)}
      question={`Refund all of order ${order.orderNumber}?`}
      effect={`${formatDollars(refundable)} goes back to the card of ${order.customerName}, through Stripe. ${effect}`}
      confirmLabel={`Refund ${formatDollars(refundable)}`}
      tone="destructive"
      onConfirm={() => void refunds.refund(order, refundable, refunded)}
    >
      Refund everything
    </ConfirmedTask>
  );
}
