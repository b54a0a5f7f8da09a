import { isWorkable } from '../../../shared/orders/order-status.ts';
import type { Order, OrderEvent } from '../../../shared/orders/orders.ts';

/** Unpaid orders have nothing to give back; what went back in full, or is disputed, neither. */
export function canRefund({ paymentStatus, amount }: Order): boolean {
  return (isWorkable(paymentStatus) || paymentStatus === 'review') && amount > 0;
}

/** What is known, when an order is looked at, without asking Stripe about it. */
interface KnownOfMoney {
  order: Order;
  events: readonly OrderEvent[];
}

/** @returns whether something about an order's money is to be shown, and so Stripe to be asked */
export function isMoneyInQuestion({ order, events }: KnownOfMoney): boolean {
  const { dispute, hold, refundingAmount } = order;
  return dispute !== null || hold !== null || refundingAmount > 0 || hasFailureToNote(events);
}

/** @returns whether a refund has failed and no admin has noted it or tried again since */
export function hasFailureToNote(events: readonly OrderEvent[]): boolean {
  const failed = events.findLastIndex(({ data }) => data.refundStatus === 'failed');
  if (failed === -1) return false;
  return !events.slice(failed + 1).some(isAnswerToFailure);
}

function isAnswerToFailure({ type, actor }: OrderEvent): boolean {
  const isOwnTry = (type === 'refund_made' || type === 'refund_refused') && actor !== 'stripe';
  return isOwnTry || type === 'payment_cleared';
}
