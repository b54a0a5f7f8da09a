import { useStore } from '@nanostores/react';
import { formatAmount, formatDollars } from '../../../client/format.ts';
import type { Order } from '../../../shared/orders/orders.ts';
import { ConfirmedTask } from '../../desk/ConfirmedTask.tsx';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { useRunning } from '../../desk/use-running.ts';

const reasons: Record<string, string> = {
  amount: 'The amount that was paid is not the amount of this order.',
  currency: 'It was paid in another currency.',
  order: 'The payment names another order.',
  livemode: 'It is a test payment where real ones are expected, or the other way round.',
  erased: 'It came so late that the customer’s details had been erased.',
};

export function PaymentReview({ order }: { order: Order }) {
  const { orderActions, readings, work } = useAdminDesk();
  const { data: events } = useStore(readings.eventsOf(order.id).$state);
  const running = useRunning(work, `order:${order.id}`);
  const { problem, amountCents, currency } =
    events?.findLast(({ type }) => type === 'payment_review')?.data ?? {};
  const isErased = problem === 'erased';
  const isOtherMoney = typeof currency === 'string' && currency !== 'usd';
  const came = typeof amountCents === 'number' && formatAmount(amountCents, String(currency ?? 'usd'));

  return (
    <section
      aria-label="Payment to check"
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-l-4 border-l-error pl-4"
    >
      <div className="grid max-w-prose min-w-0 flex-1 basis-80 gap-1">
        <p className="font-semibold">
          {came || 'Money'} came for this order, which costs {formatDollars(order.amount)}.{' '}
          {reasons[String(problem)]} No reader sees the order{isErased ? '.' : ' until you have decided.'}
        </p>
        <p className="text-sm text-quiet">{adviceOn({ isErased, isOtherMoney })}</p>
      </div>
      {events && !isErased && !isOtherMoney && (
        <ConfirmedTask
          className="btn btn-primary btn-sm"
          task="accept"
          running={running}
          busyLabel="Accepting…"
          question={`Accept the payment of order ${order.orderNumber}?`}
          effect={`The order counts as paid with ${came ? `the ${came} that` : 'what'} came, goes to a reader, and ${order.customerEmail} gets the confirmation.`}
          confirmLabel="Accept payment"
          onConfirm={() => void orderActions.acceptPayment(order)}
        >
          Accept payment
        </ConfirmedTask>
      )}
    </section>
  );
}

function adviceOn({ isErased, isOtherMoney }: { isErased: boolean; isOtherMoney: boolean }): string {
  if (isErased) return 'It cannot be accepted, as the customer was erased. Refund it and delete the order.';
  return isOtherMoney
    ? 'A payment in another currency cannot be accepted. Refund it and delete the order.'
    : 'Look the payment up at Stripe. If all is well, accept it: the order is then paid with what came. If not, refund it and delete the order.';
}
