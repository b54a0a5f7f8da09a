import { useStore } from '@nanostores/react';
import { formatAmount, formatMinor } from '../../../lib/format.ts';
import { endSentence } from '../../../shared/money.ts';
import type { Order } from '../../../shared/orders/order-schema.ts';
import { ConfirmedTask } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useDeskStore, useRunning } from '../../desk/desk-hooks.ts';
import { createOrderDesk } from '../order-desk.ts';

/** Reasons that the paid amount beside the price doesn’t already say. */
const reviewReasons: Record<string, string> = {
  order: 'Stripe’s record of the payment doesn’t match this order.',
  livemode: 'It’s a test payment in a live shop, or the other way around.',
  erased: 'It arrived after the customer’s details were erased.',
};

/** Says why the payment of an order in review does not match it, with a button to accept it if possible. */
export function PaymentReview({ order }: { order: Order }) {
  const { orderActions, readings } = useDeskStore(createOrderDesk);
  const { data: events } = useStore(readings.eventsOf(order.id).$state);
  const running = useRunning(`order:${order.id}`);
  const { problem, amountMinor, currency } =
    events?.findLast(({ type }) => type === 'payment_review')?.data ?? {};
  const isErased = problem === 'erased';
  const isOtherMoney = typeof currency === 'string' && currency !== order.currency;
  const came = typeof amountMinor === 'number' && formatMinor(amountMinor, String(currency ?? 'usd'));

  const price = formatAmount(order.amount, order.currency);
  const said = [
    endSentence(`${came || 'Money'} was paid for this order, which costs ${price}`),
    reviewReasons[String(problem)],
    `No reader sees the order${isErased ? '.' : ' until you decide.'}`,
  ];

  return (
    <section
      aria-label="Payment to check"
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-l-4 border-l-error pl-4"
    >
      <div className="grid max-w-prose min-w-0 flex-1 basis-80 gap-1">
        <p className="font-semibold">{said.filter(Boolean).join(' ')}</p>
        <p className="text-sm text-quiet">{adviceOn({ isErased, isOtherMoney })}</p>
      </div>
      {events && !isErased && !isOtherMoney && (
        <ConfirmedTask
          className="btn btn-primary btn-sm"
          task="accept"
          running={running}
          busyLabel="Accepting…"
          question={`Accept the payment of order ${order.orderNumber}?`}
          effect={`${came ? `The ${came}` : 'This payment'} will count as payment in full. The order goes to a reader, and ${order.customerEmail} gets the confirmation.`}
          confirmLabel="Accept payment"
          onConfirm={() => void orderActions.acceptPayment(order)}
        />
      )}
    </section>
  );
}

function adviceOn({ isErased, isOtherMoney }: { isErased: boolean; isOtherMoney: boolean }): string {
  if (isErased)
    return 'It cannot be accepted, because the customer’s data was erased. Refund it and delete the order.';
  return isOtherMoney
    ? 'A payment in another currency cannot be accepted. Refund it and delete the order.'
    : 'Look up the payment in Stripe. If all is well, accept it: the order then counts as paid. If not, refund it and delete the order.';
}
