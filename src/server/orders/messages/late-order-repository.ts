import { and, asc, count, eq, gt, inArray, isNull, lt, lte, notExists, sql } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { orderEvents, orders, outbox } from '../../../../db/schema.ts';
import { statusesToWrite } from '../../../shared/orders/order-status.ts';
import { hasNoticeForDueDay } from '../notice-repository.ts';
import { isAwaitingReading } from '../order-repository.ts';

const isToWrite = and(isAwaitingReading, inArray(sql`+${orders.status}`, [...statusesToWrite]));

/** When the customer was last promised a later day; 0 for never. */
const lastMove = sql`ifnull((SELECT max(${orderEvents.createdAt}) FROM ${orderEvents} WHERE ${and(
  eq(orderEvents.orderId, orders.id),
  sql`${orderEvents.type} = 'day_moved'`,
)}), 0)`;

/**
 * Returns unwritten orders due in a span, earliest first, except those on hold or moved since `movedBefore`.
 * `not asked about` leaves out those whose due day admins got a mail about.
 */
export function listDueOrders(
  db: Queryable,
  which: 'all' | 'not asked about',
  { after, until, movedBefore, limit }: { after: number; until: number; movedBefore: number; limit: number },
) {
  const asked = db.select({ id: outbox.id }).from(outbox).where(hasNoticeForDueDay('reading_late'));
  return db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      paidAt: orders.paidAt,
      dueAt: sql<number>`${orders.dueAt}`,
    })
    .from(orders)
    .where(
      and(
        isToWrite,
        // A reading on hold has its own alert.
        isNull(orders.hold),
        gt(orders.dueAt, after),
        lte(orders.dueAt, until),
        lt(lastMove, movedBefore),
        which === 'all' ? undefined : notExists(asked),
      ),
    )
    .orderBy(asc(orders.dueAt))
    .limit(limit)
    .all();
}

/** Counts the unwritten orders due before a time, of all readers. */
export function countDueBefore(db: Queryable, dueAt: number): number {
  const due = db.select({ count: count() }).from(orders);
  return due.where(and(isToWrite, lt(orders.dueAt, dueAt))).get()?.count ?? 0;
}
