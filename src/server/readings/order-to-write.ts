import type { Queryable } from '../../../db/client.ts';
import { endedReason, hasEnded, isWorkable, paymentStatusLabels } from '../../shared/orders/order-status.ts';
import type { SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { isVisibleToReader, requireOrderFor } from '../orders/find-order.ts';
import { findAssignment } from '../orders/order-events-repository.ts';
import { findOrderEvenDeleted, type OrderRow } from '../orders/order-repository.ts';

export const writingEnds = {
  refunded: 'This order was refunded, so its reading is no longer needed.',
  refunding: 'This order is being refunded, so its reading is not needed.',
  withdrawn: 'The customer has withdrawn from this order, so its reading is not needed.',
  disputed: 'The customer is disputing the payment of this order, so work on it stops until that is settled.',
  deleted: 'This order was deleted, so its reading is no longer needed.',
  reassigned: 'This order was given to another reader.',
  takenBack: 'This order was unassigned and is waiting for a reader.',
} as const;

/** Shown to the writer; does not mention the suspicion of a bank or Stripe. */
export const paymentHoldNotice =
  'The payment of this order is being checked. You can keep writing; the reading waits until that is settled.';

/**
 * Returns an order whose reading the user may write: a reader's own, or any for an admin. Tells a reader who lost the
 * order why. @throws {DomainError} `order_not_found`; `order_conflict` if the order is unpaid, refunded or withdrawn
 */
export function requireOrderToWrite(db: Queryable, user: SignedIn, orderId: string): OrderRow {
  const end = user.role === 'reader' ? endOfWriting(db, user, orderId) : null;
  if (end) throw end;
  const order = requireOrderFor(db, user, orderId);
  refuseUnlessWorkable(order);
  return order;
}

/** @throws {DomainError} `order_conflict` as `refuseUnlessPaid` and `refuseOnceEnded` */
export function refuseUnlessWorkable(order: OrderRow): void {
  refuseUnlessPaid(order);
  refuseOnceEnded(order);
}

/** @throws {DomainError} `order_conflict` unless the payment allows work on the order */
export function refuseUnlessPaid({ paymentStatus }: OrderRow): void {
  if (isWorkable(paymentStatus)) return;
  const { label } = paymentStatusLabels[paymentStatus];
  throw new DomainError('order_conflict', `This order cannot be worked on: its payment is "${label}".`);
}

/** @throws {DomainError} `order_conflict` for an order that is or will be refunded in full, or was withdrawn */
export function refuseOnceEnded(order: OrderRow): void {
  if (!hasEnded(order)) return;
  throw new DomainError('order_conflict', `${endedReason(order)}, so work on it has stopped.`);
}

/** Returns why the reader lost an order, if nothing changed after that; else null. */
function endOfWriting(db: Queryable, reader: SignedIn, orderId: string): DomainError | null {
  const order = findOrderEvenDeleted(db, orderId);
  if (!order || !isVisibleToReader(order)) return null;
  if (order.assignedReaderId !== reader.id) {
    if (!findAssignment(db, orderId, reader.username)) return null;
    return new DomainError(
      'order_not_found',
      order.assignedReaderId ? writingEnds.reassigned : writingEnds.takenBack,
    );
  }
  if (order.deletedAt !== null) return new DomainError('order_not_found', writingEnds.deleted);
  if (order.paymentStatus === 'refunded') return new DomainError('order_conflict', writingEnds.refunded);
  if (order.hold === 'refund') return new DomainError('order_conflict', writingEnds.refunding);
  if (order.hold === 'withdrawal') return new DomainError('order_conflict', writingEnds.withdrawn);
  return order.paymentStatus === 'disputed' ? new DomainError('order_conflict', writingEnds.disputed) : null;
}
