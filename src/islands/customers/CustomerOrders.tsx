import { formatDollars } from '../../client/format.ts';
import { directionOf } from '../../shared/direction.ts';
import { adminStatusLabel } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { questionOf } from '../../shared/orders/reading-types.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { PaymentBadges } from '../orders/money/PaymentBadges.tsx';
import { Badge } from '../ui/Badge.tsx';

interface CustomerOrdersProps {
  /** Those never paid last, the newest first. */
  orders: Order[];
  hasOlder: boolean;
  /** The order from which one came. */
  shownFirst: string;
}

/** The orders of a customer, each with the way to it. */
export function CustomerOrders({ orders, hasOlder, shownFirst }: CustomerOrdersProps) {
  return (
    <section aria-labelledby="orders-heading" className="panel p-4 sm:p-5">
      <h3 id="orders-heading" className="mb-2 text-lg">
        Orders
      </h3>
      <ul aria-labelledby="orders-heading" className="divide-y divide-base-300">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} isCurrent={order.id === shownFirst} />
        ))}
      </ul>
      {hasOlder && <p className="mt-3 text-sm text-quiet">There are more: search for the address.</p>}
    </section>
  );
}

function OrderRow({ order, isCurrent }: { order: Order; isCurrent: boolean }) {
  const { id, orderNumber, createdAt, amount, refundedAmount, assignedReader } = order;
  const status = adminStatusLabel(order.status);
  const { date } = useBusinessDays();
  return (
    <li className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 sm:block">
        <a
          className="text-link font-semibold tabular-nums"
          aria-current={isCurrent || undefined}
          href={`/admin/dashboard?order=${encodeURIComponent(id)}`}
        >
          {orderNumber}
        </a>
        <time dateTime={createdAt} className="block text-sm text-quiet">
          {date(createdAt)}
        </time>
      </p>
      <div className="min-w-0">
        <p dir={directionOf(questionOf(order))} className="wrap-anywhere">
          {questionOf(order)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-1">
          <Badge tone={status.tone}>{status.label}</Badge>
          <PaymentBadges order={order} isInRow />
          {assignedReader && (
            <span className="text-sm text-quiet wrap-anywhere">{assignedReader.username}</span>
          )}
        </p>
      </div>
      <p className="tabular-nums sm:text-right">
        {formatDollars(amount)}
        {refundedAmount > 0 && (
          <span className="block text-sm text-quiet">{formatDollars(refundedAmount)} refunded</span>
        )}
      </p>
    </li>
  );
}
