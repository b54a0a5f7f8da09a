import {
  centsToDollars,
  formatCents,
  parseDollarsToCents,
  readAmount,
  type TypedAmount,
} from '../../../shared/money.ts';
import { isRefundLost } from '../../../shared/orders/money-states.ts';
import { isWorkable } from '../../../shared/orders/order-status.ts';
import type { Order, OrderEvent } from '../../../shared/orders/orders.ts';
import type { RefundMade } from '../../../shared/orders/refunds.ts';
import { ApiError } from '../../api.ts';
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

export function isMoneyInQuestion(order: Order, events: readonly OrderEvent[]): boolean {
  const { dispute, hold, refundingAmount } = order;
  return dispute !== null || hold !== null || refundingAmount > 0 || hasFailureToNote(events);
}

export function hasFailureToNote(events: readonly OrderEvent[]): boolean {
  const failed = events.findLastIndex(({ data }) => data.refundStatus === 'failed');
  if (failed === -1) return false;
  return !events.slice(failed + 1).some(({ type, actor }) => {
    const isOwnTry = (type === 'refund_made' || type === 'refund_refused') && actor !== 'stripe';
    return isOwnTry || type === 'payment_cleared';
  });
}

const noRefund = 'Please enter how much to refund: more than 0, with at most two decimals.';

/** Reads the typed amount of a refund. @param left dollars that can be refunded */
export function readRefund(text: string, left: number): TypedAmount {
  const amount = readAmount(text, noRefund);
  if (amount.cents === null) return amount;
  if (amount.cents === 0) return { cents: null, problem: noRefund };
  const leftCents = parseDollarsToCents(String(left)) ?? 0;
  if (amount.cents <= leftCents) return amount;
  return { cents: null, problem: `At most ${formatCents(leftCents)} can be refunded.` };
}

export function refundToast({ orderNumber }: Order, { amount, refundId, refundStatus }: RefundMade) {
  const sum = `${orderNumber}: ${formatDollars(amount)}`;
  const atStripe = `At Stripe: ${refundId}.`;
  if (refundStatus === 'succeeded') {
    return { title: 'Refund Made', description: `${sum} refunded to the card. ${atStripe}` };
  }
  if (!isRefundLost({ status: refundStatus })) {
    const description = `${sum} on its way to the card; it can still fail. ${atStripe}`;
    return { title: 'Refund On Its Way', description };
  }
  const description = `${sum} did not go back; the money stays with you. ${atStripe}`;
  return { title: 'Refund Failed', description, variant: 'destructive' as const };
}

/** For a refund that may have been made. */
export function unknownRefundToast({ orderNumber }: Order, amount: number, error: unknown) {
  const isExplained = error instanceof ApiError && error.isOutcomeUnknown;
  return {
    title: 'Refund Not Known Yet',
    description: isExplained
      ? error.serverMessage
      : `${orderNumber}: no answer came, so it is not known yet whether ${formatDollars(amount)} went back. The figures show it once they can be fetched. Pressing Refund again does not give it back twice.`,
    variant: 'destructive' as const,
  };
}
