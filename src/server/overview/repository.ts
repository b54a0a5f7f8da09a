import type { Queryable } from '../../../db/client.ts';
import { and, count, eq, gte, inArray, isNotNull, isNull, lt, ne, sql } from '../../../db/drizzle.ts';
import { orderEvents, orders, orderTallies } from '../../../db/schema.ts';
import { openStatuses, workablePaymentStatuses } from '../../shared/order-status.ts';

/**
 * What is added up is added up by the quarter of an hour: no time zone begins its days at another moment,
 * and a year has few enough of them.
 */
const quarter = 900_000;

const quarterOf = (column: typeof orders.paidAt | typeof orders.deliveredAt | typeof orderEvents.createdAt) =>
  sql<number>`(${column} / ${sql.raw(String(quarter))}) * ${sql.raw(String(quarter))}`;

/** @returns by when they were paid: orders, and cents less what went back */
export function sumPayments(db: Queryable, since: number) {
  const isEarned = ne(orders.paymentStatus, 'disputed');
  return db
    .select({
      at: quarterOf(orders.paidAt),
      orders: count(),
      cents: sql<number>`sum(CASE WHEN ${isEarned} THEN ${orders.amountCents} - ${orders.refundedCents} ELSE 0 END)`,
    })
    .from(orders)
    .where(and(gte(orders.paidAt, since), inArray(orders.paymentStatus, [...earningStatuses])))
    .groupBy(sql`1`)
    .all();
}

/** Not those whose payment has to be looked at first. */
const earningStatuses = [...workablePaymentStatuses, 'refunded', 'disputed'] as const;

/** @returns by when they were delivered: readings, and how many of them in time */
export function countDeliveries(db: Queryable, since: number) {
  return db
    .select({
      at: quarterOf(orders.deliveredAt),
      delivered: count(),
      onTime: sql<number>`sum(${orders.deliveredAt} <= ${orders.dueAt})`,
    })
    .from(orders)
    .where(gte(orders.deliveredAt, since))
    .groupBy(sql`1`)
    .all();
}

/** @returns how long readings took that were delivered in a time, in milliseconds */
export function listDeliveryTimes(db: Queryable, from: number, to: number): number[] {
  return db
    .select({ took: sql<number>`${orders.deliveredAt} - ${orders.paidAt}` })
    .from(orders)
    .where(and(gte(orders.deliveredAt, from), lt(orders.deliveredAt, to), isNotNull(orders.paidAt)))
    .all()
    .map(({ took }) => took);
}

/** @returns by when it happened: how often readings were handed in and sent back, and cards declined */
export function countEvents(db: Queryable, since: number) {
  const types = ['reading_submitted', 'reading_rejected', 'payment_failed'];
  return db
    .select({ type: orderEvents.type, at: quarterOf(orderEvents.createdAt), count: count() })
    .from(orderEvents)
    .where(and(inArray(orderEvents.type, types), gte(orderEvents.createdAt, since)))
    .groupBy(sql`1`, sql`2`)
    .all();
}

/** @returns how many orders should have been delivered by now */
export function countOverdue(db: Queryable, now: number): number {
  const isOverdue = and(
    lt(orders.dueAt, now),
    ne(orders.status, 'approved'),
    isNull(orders.deletedAt),
    inArray(orders.paymentStatus, [...workablePaymentStatuses]),
  );
  return db.select({ count: count() }).from(orders).where(isOverdue).get()?.count ?? 0;
}

/** @returns how many readings wait for the admin, and how many open orders have no reader */
export function countWaiting(db: Queryable): { toReview: number; unassigned: number } {
  const { status, readerId, paymentStatus, isDeleted, count: tally } = orderTallies;
  const sum = (condition: ReturnType<typeof and>) =>
    sql<number>`ifnull(sum(CASE WHEN ${condition} THEN ${tally} END), 0)`;
  const isOpen = and(
    inArray(status, [...openStatuses]),
    inArray(paymentStatus, [...workablePaymentStatuses]),
  );
  const found = db
    .select({
      toReview: sum(eq(status, 'reading_uploaded')),
      unassigned: sum(and(isOpen, eq(readerId, ''))),
    })
    .from(orderTallies)
    .where(eq(isDeleted, false))
    .get();
  return { toReview: found?.toReview ?? 0, unassigned: found?.unassigned ?? 0 };
}
