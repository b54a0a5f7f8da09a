import type { Queryable } from '../../../db/client.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { findOrder, findOrderEvenDeleted, findOrderWithReader, type OrderRow } from './order-repository.ts';
import { presentOrder } from './present-order.ts';

export function orderNotFound(): DomainError {
  return new DomainError('order_not_found', 'There is no such order. It may have been deleted.');
}

/**
 * @returns an order that was not deleted
 * @throws {DomainError} `order_not_found`
 */
export function requireOrder(db: Queryable, orderId: string): OrderRow {
  const order = findOrder(db, orderId);
  if (!order) throw orderNotFound();
  return order;
}

/**
 * @returns an order, deleted or not
 * @throws {DomainError} `order_not_found`
 */
export function requireOrderEvenDeleted(db: Queryable, orderId: string): OrderRow {
  const order = findOrderEvenDeleted(db, orderId);
  if (!order) throw orderNotFound();
  return order;
}

/**
 * @returns the order, if this person may work with it: an admin with all, a reader with their own
 * @throws {DomainError} `order_not_found`, also for another reader's order
 */
export function findOrderFor(db: Queryable, user: SignedIn, orderId: string): OrderRow {
  const order = findOrder(db, orderId);
  const isOwn = order?.assignedReaderId === user.id && mayReaderKnow(order);
  if (!order || (user.role !== 'admin' && !isOwn)) throw orderNotFound();
  return order;
}

/** Whether an order's reader may see it: not while it is unpaid or its payment is in review. */
export function mayReaderKnow({ paymentStatus }: OrderRow): boolean {
  return paymentStatus !== 'unpaid' && paymentStatus !== 'review';
}

/**
 * @returns an order as the admin sees it
 * @throws {DomainError} `order_not_found`
 */
export function readOrder(context: Context, orderId: string): Order {
  const row = findOrderWithReader(context.db, orderId);
  if (!row) throw orderNotFound();
  return presentOrder(row);
}
