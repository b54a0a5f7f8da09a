import { useStore } from '@nanostores/react';
import { serverNow } from '../../../client/desk/server-clock.ts';
import { formatDollars } from '../../../client/format.ts';
import {
  canBeAnswered,
  disputeLabel,
  disputeMeaning,
  disputeReason,
  effectOnWork,
  knownMoney,
} from '../../../client/orders/money/money-words.ts';
import { hasFailureToNote, isMoneyInQuestion } from '../../../client/orders/money/order-money.ts';
import { hasEnded } from '../../../shared/orders/order-status.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import type { OrderPayment } from '../../../shared/orders/refunds.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { Badge } from '../../ui/Badge.tsx';
import { LoadProblem } from '../../ui/errors/LoadProblem.tsx';
import { handsOnFocus } from '../../ui/hands-on-focus.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ClearPayment } from './ClearPayment.tsx';
import { PaymentDoubts } from './PaymentDoubts.tsx';
import { RefundButton } from './RefundButton.tsx';
import { RefundList } from './RefundList.tsx';

interface OrderMoneyProps {
  order: Order;
  onRefund: () => void;
  /** Whether the refund dialog was open, and so Stripe was asked already. */
  wasAsked: boolean;
}

/** What the admin has to know and decide about the money of an order. Renders nothing if there is nothing to decide. */
export function OrderMoney({ order, onRefund, wasAsked }: OrderMoneyProps) {
  const { readings } = useAdminDesk();
  const { data: events = [] } = useStore(readings.eventsOf(order.id).$state);
  const known = { order, hasFailed: hasFailureToNote(events), onRefund };
  if (isMoneyInQuestion({ order, events })) return <MoneyInQuestion {...known} />;
  return wasAsked ? <WaitingRefund {...known} /> : null;
}

/** Shows a refund that Stripe has not answered yet. */
function WaitingRefund(known: MoneyInQuestionProps) {
  const { refunds } = useAdminDesk();
  const { data: payment } = useStore(refunds.paymentOf(known.order.id).$state);
  const isWaiting = payment?.refunds.some(({ status }) => status === 'asked');
  return isWaiting ? <MoneyInQuestion {...known} /> : null;
}

interface Known {
  order: Order;
  /** Whether a refund has failed and no admin has noted it. */
  hasFailed: boolean;
}

interface MoneyInQuestionProps extends Known {
  onRefund: () => void;
}

function MoneyInQuestion({ order, hasFailed, onRefund }: MoneyInQuestionProps) {
  const { refunds } = useAdminDesk();
  const fetched = refunds.paymentOf(order.id);
  const { data: payment, error } = useStore(fetched.$state);
  return (
    <section
      ref={handsOnFocus}
      aria-label="The payment"
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-l-4 border-l-accent pl-4"
    >
      <div className="grid min-w-0 flex-1 basis-80 gap-3">
        {error && (
          <LoadProblem error={error} fallback="Stripe could not be asked." onRetry={fetched.refresh} />
        )}
        {payment === undefined && !error && <Skeleton label="Asking Stripe" className="h-24" />}
        {payment ? (
          <Answer order={order} payment={payment} hasFailed={hasFailed} onRefund={onRefund} />
        ) : (
          <WithoutStripe order={order} hasFailed={hasFailed} />
        )}
        <PaymentDoubts order={order} payment={payment ?? null} />
      </div>
      {payment && <WaysOut order={order} payment={payment} />}
    </section>
  );
}

/** What the order itself knows. */
function WithoutStripe({ order, hasFailed }: Known) {
  const effect = effectOnWork(order);
  return (
    <div className="grid max-w-prose gap-1">
      {knownMoney(order).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {effect && <p className="font-semibold">{effect}</p>}
      {hasFailed && <p>A refund failed: the money is back with you.</p>}
    </div>
  );
}

interface AnswerProps extends MoneyInQuestionProps {
  payment: OrderPayment;
}

/** What Stripe says. */
function Answer({ order, payment, hasFailed, onRefund }: AnswerProps) {
  const effect = effectOnWork(order);
  const refunds = payment.refunds.filter(
    ({ status }) => isOpen(status) || (hasFailed && status === 'failed'),
  );
  const isRefundAdvised = order.dispute === 'inquiry' && !hasEnded(order);
  return (
    <>
      {payment.disputes.map((dispute) => (
        <DisputeFacts key={dispute.id} dispute={dispute} />
      ))}
      {effect && <p className="font-semibold">{effect}</p>}
      {refunds.length > 0 && <RefundList refunds={refunds} />}
      {(isRefundAdvised || hasFailed) && (
        <div className="flex flex-wrap gap-2">
          <RefundButton
            order={order}
            onPress={onRefund}
            label={hasFailed ? 'Refund again…' : 'Refund…'}
            className="btn-primary btn-sm"
          />
          {hasFailed && !isDoubted(order) && (
            <ClearPayment
              order={order}
              label="Dismiss"
              busyLabel="Dismissing…"
              question={`Dismiss the failed refund of order ${order.orderNumber}?`}
              effect="The money stays with you, and this reminder ends."
            />
          )}
        </div>
      )}
    </>
  );
}

/** Where there is more to see and to say. */
function WaysOut({ order, payment }: { order: Order; payment: OrderPayment }) {
  const canAnswer = payment.disputes.some(({ status }) => canBeAnswered(status));
  return (
    <p className="flex flex-wrap items-center gap-2">
      {canAnswer && (
        <a className="btn btn-primary btn-sm" href={`/admin/orders/${order.id}/evidence`}>
          Evidence for the bank
        </a>
      )}
      <a className="btn btn-sm" href={payment.link} target="_blank" rel="noopener">
        Open in Stripe
      </a>
    </p>
  );
}

function isOpen(status: OrderPayment['refunds'][number]['status']): boolean {
  return status === 'asked' || status === 'pending' || status === 'requires_action';
}

/** Then this is to be decided, which takes note of the rest. */
function isDoubted({ hold }: Order): boolean {
  return hold === 'early_fraud_warning' || hold === 'review';
}

type Dispute = OrderPayment['disputes'][number];

/** What the customer's bank says about a payment, and by when it wants an answer. */
function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { status, reason, amount, withdrawn, dueAt } = dispute;
  const { label, tone } = disputeLabel(status);
  return (
    <div className="grid max-w-prose gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        {dueAt !== null && canBeAnswered(status) && <AnswerBy dueAt={dueAt} />}
      </p>
      <p>{disputeMeaning(status)}</p>
      <p className="text-sm text-quiet">
        {formatDollars(amount)}, of which {formatDollars(Math.max(0, withdrawn))} is withdrawn. Reason:{' '}
        {disputeReason(reason)}.
      </p>
    </div>
  );
}

function AnswerBy({ dueAt }: { dueAt: string }) {
  const { dueLabel, deadline } = useBusinessDays();
  const { left, isLate, isSoon } = dueLabel(dueAt, serverNow());
  return (
    <span>
      Answer by{' '}
      <time dateTime={dueAt} className="font-semibold">
        {deadline(dueAt)}
      </time>{' '}
      <Badge tone={isLate || isSoon ? 'error' : 'warning'}>{isLate ? 'Over' : left}</Badge>
    </span>
  );
}
