import type { Alert } from '../../../shared/alerts.ts';
import { isWorkable } from '../../../shared/orders/order-status.ts';
import type { Order, OrderEvent } from '../../../shared/orders/orders.ts';

/** Unpaid orders have nothing to give back; what went back in full, or is disputed, neither. */
export function canRefund({ paymentStatus, amount }: Order): boolean {
  return (isWorkable(paymentStatus) || paymentStatus === 'review') && amount > 0;
}

/** What is known, when an order is looked at, without asking Stripe about it. */
export interface KnownOfMoney {
  order: Order;
  events: readonly OrderEvent[];
  alerts: readonly Alert[];
}

/** @returns whether something about an order's money is to be shown, and so Stripe to be asked */
export function isMoneyInQuestion({ order, events, alerts }: KnownOfMoney): boolean {
  const { dispute, hold, refundingAmount } = order;
  if (dispute !== null || hold !== null || refundingAmount > 0 || hasFailureToNote(events)) return true;
  // Of a refund that Stripe has not answered the order itself knows nothing.
  return alerts.some((alert) => isAboutRefund(alert) && alert.orders.some(({ id }) => id === order.id));
}

function isAboutRefund({ code }: Alert): boolean {
  return code === 'refund_waiting' || code === 'refund_failed';
}

/** @returns whether a refund has failed and nobody has looked at it since, or tried again */
export function hasFailureToNote(events: readonly OrderEvent[]): boolean {
  const failed = events.findLastIndex(({ data }) => data.refundStatus === 'failed');
  if (failed === -1) return false;
  return !events.slice(failed + 1).some(isAnswerToFailure);
}

function isAnswerToFailure({ type, actor }: OrderEvent): boolean {
  const isOwnTry = (type === 'refund_made' || type === 'refund_refused') && actor !== 'stripe';
  return isOwnTry || type === 'payment_cleared';
}
