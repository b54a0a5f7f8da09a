import { useStore } from '@nanostores/react';
import { type ComponentProps, useEffect, useState } from 'react';
import { formatAmount, formatMinor, shopMoney } from '../../../lib/format.ts';
import { toMajor } from '../../../shared/money.ts';
import type { Order } from '../../../shared/orders/order-schema.ts';
import type { OrderPayment } from '../../../shared/orders/refund-schema.ts';
import { amountText } from '../../../shared/typed-numbers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, type DialogState } from '../../../ui/dialogs/Dialog.tsx';
import { FetchProblem } from '../../../ui/errors/WhenFetched.tsx';
import { MoneyField } from '../../../ui/forms/NumberFields.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import { passFocusOnRemoval } from '../../../ui/pass-focus-on-removal.ts';
import { Badge, Skeleton } from '../../../ui/pieces.tsx';
import { useDateFormats, useDeskStore, useRunning } from '../../desk/desk-hooks.ts';
import { readTypedRefund } from '../order-actions.ts';
import { createOrderDesk } from '../order-desk.ts';
import { canRefund, refundLabels, refundMeaning } from './order-money.ts';

export function RefundDialog({ order, ...dialog }: DialogState & { order: Order }) {
  return (
    <Dialog
      {...dialog}
      title={`Refund order ${order.orderNumber}`}
      description={`The money goes back to ${order.customerName}’s card through Stripe.`}
    >
      <RefundFigures order={order} onClose={dialog.onClose} />
    </Dialog>
  );
}

function RefundFigures({ order, onClose }: { order: Order; onClose: () => void }) {
  const fetched = useDeskStore(createOrderDesk).orderActions.paymentOf(order.id);
  const { data: payment, error } = useStore(fetched.$state);
  const [isFresh, setIsFresh] = useState(false);
  // Outside the form, which is removed while loading fails: a repeated refund has to be the same.
  const [typed, setTyped] = useState<Typed | null>(null);
  // The payment may have been refunded at Stripe since it was loaded.
  useEffect(() => void fetched.refresh().then(() => setIsFresh(true)), [fetched]);

  if (payment === null) return <p>Stripe has no payment for this order, so nothing can be refunded.</p>;
  return (
    <div className="grid gap-4">
      <FetchProblem
        fetched={fetched}
        what="payment"
        fallback="The payment could not be loaded from Stripe."
      />
      {!(payment && isFresh) && !error && <Skeleton label="Asking Stripe" className="h-32" />}
      {payment && isFresh && (
        <>
          <Sums payment={payment} />
          {payment.refunds.length > 0 && <RefundList refunds={payment.refunds} currency={payment.currency} />}
          <Advice order={order} payment={payment} />
          {payment.refundable > 0 && (
            <RefundForm order={order} payment={payment} typed={typed} onType={setTyped} onClose={onClose} />
          )}
        </>
      )}
    </div>
  );
}

function Advice({ order, payment }: { order: Order; payment: OrderPayment }) {
  if (payment.isDisputed) {
    return (
      <p className="text-tone-error">
        {order.dispute === 'lost'
          ? 'This dispute was lost: there is no money left to refund.'
          : 'The customer disputed this payment, and the bank has taken the money back. Respond in Stripe. You can’t refund it while the dispute is open.'}
      </p>
    );
  }
  if (order.dispute !== 'inquiry' || payment.refundable === 0) return null;
  return (
    <p className="text-tone-warning">
      The customer’s bank is asking about this payment. A full refund now avoids a chargeback.
    </p>
  );
}

function Sums({ payment }: { payment: OrderPayment }) {
  const { received, refunded, onItsWay, refundable, currency } = payment;
  const sums = {
    Received: received,
    Refunded: refunded - onItsWay,
    'On its way': onItsWay,
    Left: refundable,
  };
  return (
    <dl className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:gap-x-8">
      {Object.entries(sums).map(([label, amount]) => (
        <div key={label}>
          <dt className="text-sm text-quiet">{label}</dt>
          <dd className="font-display text-lg tabular-nums">{formatAmount(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Typed {
  amount: string;
  /** Refunded so far when the admin began to type; null once they have seen that it changed. */
  refundedBefore: number | null;
}

function RefundForm(props: {
  order: Order;
  payment: OrderPayment;
  typed: Typed | null;
  onType: (typed: Typed) => void;
  onClose: () => void;
}) {
  const { order, typed, onType, onClose } = props;
  const { refundable: left, refunded } = props.payment;
  const { orderActions } = useDeskStore(createOrderDesk);
  const running = useRunning(`order:${order.id}`);
  const stored = { amount: amountText(left, { ...shopMoney(), currency: order.currency }) };
  // The amount was typed for the figures shown then.
  const refundedBefore = typed?.refundedBefore ?? refunded;
  const { field, fields, onSubmit } = useForm({
    stored,
    typed: [
      typed ? { amount: typed.amount } : {},
      (update) => onType({ ...stored, ...update({}), refundedBefore }),
    ],
    toSent: ({ amount }) => readTypedRefund(amount, left, order.currency),
    check: ({ problem }) => ({ amount: problem }),
    async save({ amountMinor }) {
      if (amountMinor === null) return false;
      const outcome = await orderActions.refund(order, toMajor(amountMinor, order.currency), refundedBefore);
      if (outcome === 'made') onClose();
      // An unanswered refund may have been made, so a repeat has to be the same.
      else onType({ ...fields, refundedBefore: outcome === 'outdated' ? null : refundedBefore });
      return false;
    },
  });
  const { amountMinor } = readTypedRefund(fields.amount, left, order.currency);

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
      className="grid gap-4"
      aria-label="Refund"
    >
      <MoneyField
        {...field('amount')}
        autoFocus
        label="How much"
        currency={order.currency}
        hint={
          order.status === 'approved'
            ? 'The customer keeps the reading.'
            : 'A full refund cancels the reading.'
        }
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={(event) => {
          // Enter on an unchanged amount moves to the button, which shows the sum.
          if (event.key !== 'Enter' || typed !== null) return;
          event.preventDefault();
          event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
        }}
        readOnly={running !== undefined}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button className="btn" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          className="btn btn-error"
          task="refund"
          running={running}
          busyLabel="Refunding…"
        >
          {amountMinor === null ? 'Refund' : `Refund ${formatMinor(amountMinor, order.currency)}`}
        </Button>
      </div>
    </form>
  );
}

/** Renders a button, whose `onClick` opens the dialog; nothing if the order cannot be refunded. */
export function RefundButton({ order, ...button }: { order: Order } & ComponentProps<'button'>) {
  return canRefund(order) && <Button ref={passFocusOnRemoval} {...button} />;
}

/** Lists refunds as a live region, which announces new ones; the list may be empty. */
export function RefundList({ refunds, currency }: Pick<OrderPayment, 'refunds' | 'currency'>) {
  return (
    <ul aria-label="Refunds" aria-live="polite" className="divide-y divide-base-300 border-y border-base-300">
      {refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} currency={currency} />
      ))}
    </ul>
  );
}

function Refund({ refund, currency }: { refund: OrderPayment['refunds'][number]; currency: string }) {
  const { dateTime } = useDateFormats();
  const { label, tone } = refundLabels[refund.status];
  const meaning = refundMeaning(refund);
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-semibold tabular-nums">{formatAmount(refund.amount, currency)}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="text-sm text-quiet wrap-anywhere">
        {refund.askedBy ? `by ${refund.askedBy}` : 'made in Stripe'} · {dateTime(refund.createdAt)}
        {refund.refundId && <span> · {refund.refundId}</span>}
      </p>
      {meaning && <p className="text-sm wrap-anywhere">{meaning}</p>}
    </li>
  );
}
