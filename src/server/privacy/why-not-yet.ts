import type { Queryable } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import { isAwaited } from '../../shared/orders/order-status.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { findWithdrawal, isMoneyDue } from '../orders/withdrawal-repository.ts';
import { listMailsOfOrder } from '../outbox/outbox-repository.ts';
import { listWarnings } from '../payments/money/money-repository.ts';

const disputeDays = 120;

/** @returns why an order’s customer cannot be erased yet, and what to do; null when they can */
export function whyNotYet(db: Queryable, order: OrderRow, now: number): string | null {
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
  if (isDisputeLikely(db, order, now)) {
    return `its payment was reported as fraud, and the bank may still ask what was delivered. Give the money back, or wait until ${disputeDays} days after that.`;
  }
  if (order.refundingCents > 0) return 'its money is being refunded. Wait until it has arrived.';
  const withdrawal = findWithdrawal(db, id);
  if (withdrawal && isMoneyDue(withdrawal) && paymentStatus !== 'refunded') {
    return 'its customer has withdrawn, and what goes back is not settled. Settle it first.';
  }
  const isOnItsWay = listMailsOfOrder(db, id).some(
    ({ kind, state }) => kind === 'reading_delivery' && state === 'queued',
  );
  return isOnItsWay ? 'its reading is on its way to the customer. Wait until it was sent.' : null;
}

/**
 * Banks dispute a payment reported as fraud within 120 days in most cases: until then its evidence is needed, whatever an
 * admin thinks of it.
 */
function isDisputeLikely(db: Queryable, { id, paymentStatus }: OrderRow, now: number): boolean {
  if (paymentStatus === 'refunded') return false;
  return listWarnings(db, id).some(
    ({ kind, isOpen, createdAt }) =>
      kind === 'early_fraud_warning' && isOpen && now < createdAt + days(disputeDays),
  );
}
