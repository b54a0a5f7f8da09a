import type { Queryable } from '../../../db/client.ts';
import { type Page, pageRows } from '../../shared/list-page.ts';
import type { Order, OrderEvent } from '../../shared/orders/order-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { cutPage, decodePosition } from '../base/paging.ts';
import { deliveryHeldUntil } from '../mail/outbox-repository.ts';
import { readNames } from '../people/people-repository.ts';
import { listEvents } from './order-events-repository.ts';
import { findOrder, findOrderEvenDeleted, listShownOrders, type OrderRow } from './order-repository.ts';
import { presentEvent, presentOrder } from './present-order.ts';

export function orderNotFound(): DomainError {
  return new DomainError('order_not_found', 'There is no such order. It may have been deleted.');
}

/** Returns an order that is not deleted. @throws {DomainError} `order_not_found` */
export function requireOrder(db: Queryable, orderId: string): OrderRow {
  const order = findOrder(db, orderId);
  if (!order) throw orderNotFound();
  return order;
}

export function requireOrderEvenDeleted(db: Queryable, orderId: string): OrderRow {
  const order = findOrderEvenDeleted(db, orderId);
  if (!order) throw orderNotFound();
  return order;
}

/** Returns an order the user may see: an admin any, a reader their own. @throws {DomainError} `order_not_found` */
export function requireOrderFor(db: Queryable, user: SignedIn, orderId: string): OrderRow {
  const order = findOrder(db, orderId);
  const isOwn = order?.assignedReaderId === user.id && isVisibleToReader(order);
  if (!order || (user.role !== 'admin' && !isOwn)) throw orderNotFound();
  return order;
}

/** Returns whether a reader may see an order: not while its payment is missing or in review. */
export function isVisibleToReader({ paymentStatus }: OrderRow): boolean {
  return paymentStatus !== 'unpaid' && paymentStatus !== 'review';
}

/** Returns whether a reading is approved and the approval can no longer be undone. */
export function isApprovalFinal(context: Context, db: Queryable, order: OrderRow): boolean {
  return order.status === 'approved' && deliveryHeldUntil(context, db, order.id) === null;
}

/** Returns an order for the admin's desk. @throws {DomainError} `order_not_found`, also for a deleted one */
export function readOrder(context: Context, orderId: string): Order {
  const [row] = listShownOrders(context.db, [orderId]);
  if (!row) throw orderNotFound();
  return presentOrder(row);
}

/** Returns a page of an order's history, oldest first, even if deleted. @throws {DomainError} `order_not_found` */
export function readTimeline(context: Context, orderId: string, cursor?: string): Page<OrderEvent> {
  requireOrderEvenDeleted(context.db, orderId);
  const [after = 0] = decodePosition('events', cursor, 1) ?? [];
  const found = listEvents(context.db, orderId, { after, limit: pageRows + 1 });
  const { rows, next } = cutPage(found, pageRows, 'events', ({ id }) => [id]);
  const shown = readNames(context.db);
  return { rows: rows.map((row) => presentEvent(row, shown)), next };
}
