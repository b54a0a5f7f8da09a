import { centsToDollars } from '../../shared/money.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { formatDollars } from '../format.ts';
import { canRefund } from './money/order-money.ts';

/** @returns what deleting a paid order does not do: give the money back, or send the reading; null of any other */
export function whatDeletingLeaves(order: Order): string | null {
  const keptCents = Math.round((order.amount - order.refundedAmount - order.refundingAmount) * 100);
  if (!canRefund(order) || keptCents <= 0) return null;
  const stays = `${formatDollars(centsToDollars(keptCents))} stays with you`;
  return order.status === 'approved'
    ? `${stays}; the customer’s link no longer shows the reading.`
    : `${stays}; the customer gets no reading. Refund first?`;
}
