import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, gt, inArray, isNull, lt, lte, notExists, sql } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { isNotRefunding, orderEvents, orders, outbox } from '../../../db/schema.ts';
import { statusesToWrite, workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import { isToldOfDueDay } from '../notices/notice-repository.ts';

const dueColumns = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  dueAt: sql<number>`${orders.dueAt}`,
};

/** Matches the index `orders_open`, so that SQLite uses it; the plus keeps SQLite from using others. */
const isToWrite = and(
  sql`${orders.status} <> 'approved'`,
  isNull(orders.deletedAt),
  inArray(sql`+${orders.status}`, [...statusesToWrite]),
  inArray(sql`+${orders.paymentStatus}`, [...workablePaymentStatuses]),
  isNotRefunding,
);

/** A reading on hold has its own alert. */
const canBeLate = and(isToWrite, isNull(orders.hold));

/** Orders that are due until a time and were not moved since another. */
type Due = { until: number; movedBefore: number; limit: number };
type DueAfter = Due & { after: number };

/** When the customer was last told a later day; 0 when never. */
const lastMove = sql`ifnull((SELECT max(${orderEvents.createdAt}) FROM ${orderEvents} WHERE ${and(
  eq(orderEvents.orderId, orders.id),
  sql`${orderEvents.type} = 'day_moved'`,
)}), 0)`;

const notAskedAbout = prepared((db, given: Given<DueAfter>) => {
  const asked = db.select({ id: outbox.id }).from(outbox).where(isToldOfDueDay('reading_late'));
  return db
    .select(dueColumns)
    .from(orders)
    .where(
      and(
        canBeLate,
        gt(orders.dueAt, given.after),
        lte(orders.dueAt, given.until),
        lt(lastMove, given.movedBefore),
        notExists(asked),
      ),
    )
    .orderBy(asc(orders.dueAt))
    .limit(given.limit);
});

/** @returns the orders about whose due day no admin was asked, the most urgent first */
export function listNotAskedAbout(db: Queryable, due: DueAfter) {
  return notAskedAbout(db).all(due);
}

const dueUntil = prepared((db, { until, movedBefore, limit }: Given<Due>) =>
  db
    .select(dueColumns)
    .from(orders)
    .where(and(canBeLate, lte(orders.dueAt, until), lt(lastMove, movedBefore)))
    .orderBy(asc(orders.dueAt))
    .limit(limit),
);

/** @returns the longest due first */
export function listDueUntil(db: Queryable, due: Due) {
  return dueUntil(db).all(due);
}

const dueBefore = prepared((db, { dueAt }: Given<{ dueAt: number }>) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(orders)
    .where(and(isToWrite, lt(orders.dueAt, dueAt))),
);

export function countDueBefore(db: Queryable, dueAt: number): number {
  return dueBefore(db).get({ dueAt })?.count ?? 0;
}
