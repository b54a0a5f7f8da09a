import { centsToDollars } from '../../../shared/money.ts';
import { isWorkable } from '../../../shared/orders/order-status.ts';
import type { Order, OrderEvent } from '../../../shared/orders/orders.ts';
import { formatDollars } from '../../format.ts';

export function canRefund({ paymentStatus, amount }: Order): boolean {
  return (isWorkable(paymentStatus) || paymentStatus === 'review') && amount > 0;
}

/** @returns what deleting a paid order does not do: refund the money, or send the reading; null for other orders */
export function whatDeletingLeaves(order: Order): string | null {
  const keptCents = Math.round((order.amount - order.refundedAmount - order.refundingAmount) * 100);
  if (!canRefund(order) || keptCents <= 0) return null;
  const stays = `${formatDollars(centsToDollars(keptCents))} stays with you`;
  return order.status === 'approved'
    ? `${stays}; the customer’s link no longer shows the reading.`
    : `${stays}; the customer gets no reading. Refund first?`;
}

/** @returns whether there is something to show about an order's money, so that Stripe has to be asked */
export function isMoneyInQuestion(order: Order, events: readonly OrderEvent[]): boolean {
  const { dispute, hold, refundingAmount } = order;
  return dispute !== null || hold !== null || refundingAmount > 0 || hasFailureToNote(events);
}

/** @returns whether a refund has failed, and no admin has dismissed it or tried again since */
export function hasFailureToNote(events: readonly OrderEvent[]): boolean {
  const failed = events.findLastIndex(({ data }) => data.refundStatus === 'failed');
  if (failed === -1) return false;
  return !events.slice(failed + 1).some(({ type, actor }) => {
    const isOwnTry = (type === 'refund_made' || type === 'refund_refused') && actor !== 'stripe';
    return isOwnTry || type === 'payment_cleared';
  });
}
