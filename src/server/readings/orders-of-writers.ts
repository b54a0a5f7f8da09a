import type { Queryable } from '../../../db/client.ts';
import { type WritingEnd, writingEnds } from '../../shared/drafts.ts';
import { isWorkable, paymentStatusLabels } from '../../shared/order-status.ts';
import type { SignedIn } from '../context.ts';
import { DomainError } from '../errors.ts';
import { wasAssignedTo } from '../orders/events.ts';
import { findOrder, findOrderEvenDeleted, type OrderRow } from '../orders/repository.ts';
import { findOrderFor, mayReaderKnow } from '../orders/service.ts';
import { findLastWriter } from './repository.ts';

/**
 * The order that somebody writes for. A reader from whom it was taken is told what happened; to one who never
 * had it, it does not exist.
 *
 * @throws {DomainError} one of `writingEnds`, `order_not_found`, or `order_conflict` when its payment does not
 *   let anybody work on it
 */
export function findOrderToWrite(db: Queryable, user: SignedIn, orderId: string): OrderRow {
  const end = user.role === 'reader' ? endOfWriting(db, user, orderId) : null;
  if (end) throw new DomainError(end, writingEnds[end]);
  const order = findOrderFor(db, user, orderId);
  refuseUnlessWorkable(order);
  return order;
}

/**
 * The order whose reading somebody opens. Whoever of the readers wrote its text last can always do so, whoever has
 * the order now.
 *
 * @throws {DomainError} `order_not_found`, also for somebody else's order
 */
export function findOrderToRead(db: Queryable, user: SignedIn, orderId: string): OrderRow {
  const order = user.role === 'reader' ? findOrder(db, orderId) : undefined;
  const isAuthor = order && mayReaderKnow(order) && findLastWriter(db, orderId) === user.id;
  return isAuthor ? order : findOrderFor(db, user, orderId);
}

/** @throws {DomainError} `order_conflict` when the payment of an order does not let anybody work on it */
export function refuseUnlessWorkable(order: OrderRow): void {
  if (isWorkable(order.paymentStatus)) return;
  const { label } = paymentStatusLabels[order.paymentStatus];
  throw new DomainError('order_conflict', `This order cannot be worked on: its payment is "${label}".`);
}

/** Whoever does not have the order any more hears of the change that took it away, and of no later one. */
function endOfWriting(db: Queryable, reader: SignedIn, orderId: string): WritingEnd | null {
  const order = findOrderEvenDeleted(db, orderId);
  if (!order || !mayReaderKnow(order)) return null;
  if (order.assignedReaderId !== reader.id) {
    if (!wasAssignedTo(db, orderId, reader.username)) return null;
    return order.assignedReaderId === null ? 'order_unassigned_conflict' : 'order_reassigned_conflict';
  }
  if (order.deletedAt !== null) return 'order_deleted_conflict';
  if (order.paymentStatus === 'refunded') return 'order_refunded_conflict';
  return order.paymentStatus === 'disputed' ? 'order_disputed_conflict' : null;
}
