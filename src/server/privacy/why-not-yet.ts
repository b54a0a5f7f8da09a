import type { Queryable } from '../../../db/client.ts';
import { isAwaited } from '../../shared/orders/order-status.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal, isMoneyDue } from '../orders/withdrawal-repository.ts';
import { listMailsOfOrder } from '../outbox/outbox-repository.ts';

/**
 * An order that is under way needs its customer: somebody writes to them, or has to prove something to their bank.
 *
 * @returns why the customer of an order cannot be erased yet, and what to do about it: a sentence without its subject's
 *   number; null when they can
 */
export function whyNotYet(db: Queryable, order: OrderRow): string | null {
  const { id, paymentStatus, abandonedAt, deletedAt, dispute } = order;
  if (paymentStatus === 'unpaid') {
    return abandonedAt === null
      ? 'its payment can still be made. It is given up a day after the order was placed.'
      : null;
  }
  if (paymentStatus === 'review') return 'money came for it that does not fit. Decide about that first.';
  if (deletedAt === null && isAwaited(order)) {
    return 'its reading is still to be sent. Send it, or give the money back, first.';
  }
  if (dispute === 'inquiry' || dispute === 'open') {
    return 'a bank asks about its payment, and you may have to prove what was delivered. Wait until that is decided.';
  }
  if (order.refundingCents > 0) return 'its money is on its way back. Wait until it has arrived.';
  const withdrawal = findWithdrawal(db, id);
  if (withdrawal && isMoneyDue(withdrawal) && paymentStatus !== 'refunded') {
    return 'its customer has withdrawn, and what goes back is not settled. Settle it first.';
  }
  const isOnItsWay = listMailsOfOrder(db, id).some(
    ({ kind, state }) => kind === 'reading_delivery' && state === 'queued',
  );
  return isOnItsWay ? 'its reading is on its way to the customer. Wait until it was sent.' : null;
}
