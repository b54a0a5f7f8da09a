import { useStore } from '@nanostores/react';
import { type ComponentProps, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import type { Order } from '../../../shared/orders/order-schema.ts';
import { hasEnded } from '../../../shared/orders/order-status.ts';
import type { OrderPayment } from '../../../shared/orders/refund-schema.ts';
import { ConfirmedTask } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { FetchProblem } from '../../../ui/errors/WhenFetched.tsx';
import { passFocusOnRemoval } from '../../../ui/pass-focus-on-removal.ts';
import { Badge, Skeleton } from '../../../ui/pieces.tsx';
import { useDateFormats, useDeskStore, useRunning } from '../../desk/desk-hooks.ts';
import { createOrderDesk } from '../order-desk.ts';
import {
  canAnswerDispute,
  disputeLabels,
  disputeMeanings,
  disputeReason,
  effectOnWork,
  hasOpenRefundFailure,
  isMoneyInQuestion,
  paymentConcerns,
  warningReason,
} from './order-money.ts';
import { RefundButton, RefundList } from './RefundDialog.tsx';

type OrderMoneyProps = { order: Order; onRefund: () => void };

/** Shows an order's payment if it has a problem. @param props.wasAsked shows it also without one */
export function OrderMoney({ wasAsked, ...props }: OrderMoneyProps & { wasAsked: boolean }) {
  const { data: events = [] } = useStore(
    useDeskStore(createOrderDesk).readings.eventsOf(props.order.id).$state,
  );
  const isInQuestion = isMoneyInQuestion(props.order, events);
  if (!isInQuestion && !wasAsked) return null;
  return <AskedMoney {...props} isInQuestion={isInQuestion} hasFailed={hasOpenRefundFailure(events)} />;
}

/** `hasFailed`: a refund failed, and no admin has dismissed it. */
type MoneyProps = OrderMoneyProps & { hasFailed: boolean };

function AskedMoney({ isInQuestion, ...props }: MoneyProps & { isInQuestion: boolean }) {
  const { order } = props;
  const fetched = useDeskStore(createOrderDesk).orderActions.paymentOf(order.id);
  const { data: payment, error } = useStore(fetched.$state);
  if (!isInQuestion && !payment?.refunds.some(({ status }) => status === 'asked')) return null;
  return (
    <section
      ref={passFocusOnRemoval}
      aria-label="The payment"
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-l-4 border-l-accent pl-4"
    >
      <div className="grid min-w-0 flex-1 basis-80 gap-3">
        <FetchProblem
          fetched={fetched}
          what="payment"
          fallback="The payment could not be loaded from Stripe."
        />
        {payment === undefined && !error && <Skeleton label="Asking Stripe" className="h-24" />}
        {payment ? <Answer {...props} payment={payment} /> : <WithoutStripe {...props} />}
        <PaymentDoubts order={order} payment={payment ?? null} />
      </div>
      {payment && (
        <p className="flex flex-wrap items-center gap-2">
          {payment.disputes.some(({ status }) => canAnswerDispute(status)) && (
            <a className="btn btn-primary btn-sm" href={`/admin/orders/${order.id}/evidence`}>
              Evidence for the bank
            </a>
          )}
          <a className="btn btn-sm" href={payment.link} target="_blank" rel="noopener">
            Open in Stripe
          </a>
        </p>
      )}
    </section>
  );
}

function WithoutStripe({ order, hasFailed }: MoneyProps) {
  const effect = effectOnWork(order);
  return (
    <div className="grid max-w-prose gap-1">
      {paymentConcerns(order).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {effect && <p className="font-semibold">{effect}</p>}
      {hasFailed && <p>A refund failed. The money was returned to you.</p>}
    </div>
  );
}

const openStatuses = ['asked', 'pending', 'requires_action'];

function Answer({ order, payment, hasFailed, onRefund }: MoneyProps & { payment: OrderPayment }) {
  const effect = effectOnWork(order);
  const refunds = payment.refunds.filter(
    ({ status }) => openStatuses.includes(status) || (hasFailed && status === 'failed'),
  );
  const isRefundAdvised = order.dispute === 'inquiry' && !hasEnded(order);
  return (
    <>
      {payment.disputes.map((dispute) => (
        <DisputeFacts key={dispute.id} dispute={dispute} />
      ))}
      {effect && <p className="font-semibold">{effect}</p>}
      {refunds.length > 0 && <RefundList refunds={refunds} currency={order.currency} />}
      {(isRefundAdvised || hasFailed) && (
        <div className="flex flex-wrap gap-2">
          <RefundButton order={order} className="btn btn-primary btn-sm" onClick={onRefund}>
            {hasFailed ? 'Refund again…' : 'Refund…'}
          </RefundButton>
          {hasFailed && !isDoubted(order) && (
            <ClearPayment
              order={order}
              confirmLabel="Dismiss"
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

function isDoubted({ hold }: Order): boolean {
  return hold === 'early_fraud_warning' || hold === 'review';
}

function DisputeFacts({ dispute }: { dispute: OrderPayment['disputes'][number] }) {
  const { dueLabel, deadline } = useDateFormats();
  const { status, reason, currency, amount, withdrawn, dueAt } = dispute;
  const due = dueAt !== null && canAnswerDispute(status) && dueLabel(dueAt);
  return (
    <div className="grid max-w-prose gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={disputeLabels[status].tone}>{disputeLabels[status].label}</Badge>
        {due && dueAt && (
          <span>
            Respond by{' '}
            <time dateTime={dueAt} className="font-semibold">
              {deadline(dueAt)}
            </time>{' '}
            <Badge tone={due.isLate || due.isSoon ? 'error' : 'warning'}>
              {due.isLate ? 'Past due' : due.left}
            </Badge>
          </span>
        )}
      </p>
      <p>{disputeMeanings[status]}</p>
      <p className="text-sm text-quiet">
        {withdrawn !== amount && `${formatAmount(amount, currency)} disputed, `}
        {`${formatAmount(Math.max(0, withdrawn), currency)} withdrawn. Reason: ${disputeReason(reason)}.`}
      </p>
    </div>
  );
}

/** Shows warnings of a bank or Stripe. @param payment null if Stripe could not be reached */
function PaymentDoubts({ order, payment }: { order: Order; payment: OrderPayment | null }) {
  const open = payment?.warnings.filter(({ isOpen }) => isOpen) ?? [];
  const isHeld = isDoubted(order);
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
      <div className="flex flex-wrap gap-2">
        {isFraud && payment && payment.refundable > 0 && <RefundEverything order={order} payment={payment} />}
        <ClearPayment
          order={order}
          confirmLabel="Resume order"
          busyLabel="Resuming…"
          question={`Resume order ${order.orderNumber}?`}
          effect="Resume only if you’ve checked the warning. You keep the money, and the reading can be written and sent. A chargeback is still possible."
        />
      </div>
    </div>
  );
}

function Doubt({ warning: { kind, reason } }: { warning: OrderPayment['warnings'][number] }) {
  const why = warningReason(kind, reason);
  return (
    <li>
      {kind === 'review'
        ? `Stripe’s checks put this payment under review: ${why}. Open it in Stripe and decide there, or resume the order here.`
        : `The customer’s bank reported this payment as fraud: ${why}. Most such payments are charged back, which also costs a fee. A full refund now avoids that.`}
    </li>
  );
}

function RefundEverything({ order, payment }: { order: Order; payment: OrderPayment }) {
  const { orderActions } = useDeskStore(createOrderDesk);
  const running = useRunning(`order:${order.id}`);
  // Sends the sums shown in the question, even if they have changed since.
  const [{ refundable, refunded }, setAsked] = useState(payment);
  const effect = order.deliveredAt === null ? 'The reading is canceled.' : 'The customer keeps the reading.';
  return (
    <ConfirmedTask
      className="btn btn-sm btn-error"
      task="refund"
      running={running}
      busyLabel="Refunding…"
      onClick={() => setAsked(payment)}
      question={`Refund all of order ${order.orderNumber}?`}
      effect={`${formatAmount(refundable, order.currency)} goes back to ${order.customerName}’s card through Stripe. ${effect}`}
      confirmLabel={`Refund ${formatAmount(refundable, order.currency)}`}
      tone="destructive"
      onConfirm={() => void orderActions.refund(order, refundable, refunded)}
    >
      Refund everything
    </ConfirmedTask>
  );
}

type Words = Pick<ComponentProps<typeof ConfirmedTask>, 'confirmLabel' | 'busyLabel' | 'question' | 'effect'>;

function ClearPayment({ order, ...words }: Words & { order: Order }) {
  const { orderActions } = useDeskStore(createOrderDesk);
  return (
    <ConfirmedTask
      {...words}
      task="clear"
      running={useRunning(`order:${order.id}`)}
      onConfirm={() => void orderActions.clearPayment(order)}
    />
  );
}
