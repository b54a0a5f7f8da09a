import { and, desc, eq, inArray, isNull, lt, ne, not, or, type Placeholder, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import {
  hasPassword,
  isNotRefunding,
  isTalliedToWrite,
  openOrderCount,
  orderEvents,
  orders,
  orderTallies,
  users,
} from '../../../db/schema.ts';
import { inList, prepareOnce } from '../../../db/sql.ts';
import type { ReaderRef } from '../../shared/orders/order-schema.ts';
import { statusesToWrite, workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import type { Context } from '../base/context.ts';
import { businessDay } from '../base/time/business-days.ts';

/* Who writes which order. */

/** Sets the orders' reader, or null, without checks, history or notice. */
export function setReader(tx: Transaction, ids: string[], readerId: string | null, now: number): void {
  tx.update(orders)
    .set({ assignedReaderId: readerId, assignedAt: readerId === null ? null : now })
    .where(inList(orders.id, ids))
    .run();
}

const isToWrite = and(
  inArray(orders.status, [...statusesToWrite]),
  inArray(orders.paymentStatus, [...workablePaymentStatuses]),
  isNull(orders.deletedAt),
  isNotRefunding,
);

// Without the hint SQLite would scan all orders, nearly all of which have a reader.
const hasNoReader = sql`unlikely(${orders.assignedReaderId} IS NULL)`;

/** Returns the paid orders that a reader still has to write, or that have no reader (null); earliest due first. */
export function listOpenOrderIds(db: Queryable, readerId: string | null): string[] {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(readerId === null ? hasNoReader : eq(orders.assignedReaderId, readerId), isToWrite))
    .orderBy(sql`${orders.dueAt} ASC NULLS LAST`)
    .all()
    .map(({ id }) => id);
}

/** Returns unwritten orders without a reader, earliest due first, except those an admin unassigned. */
export function listWaitingOrders(db: Queryable, limit: number) {
  const { id, orderNumber, dueAt, assignedReaderId } = orders;
  return db
    .select({ id, orderNumber, dueAt, assignedReaderId })
    .from(orders)
    .where(and(hasNoReader, isToWrite, isAutoAssigned))
    .orderBy(sql`${dueAt} ASC NULLS LAST`)
    .limit(limit)
    .all();
}

/** Whether an order's last assignment was not by an admin. */
const isAutoAssigned = sql`ifnull((SELECT ${orderEvents.actor} FROM ${orderEvents} WHERE ${and(
  eq(orderEvents.orderId, orders.id),
  eq(orderEvents.type, 'assigned'),
)} ORDER BY ${orderEvents.id} DESC LIMIT 1), 'system') = 'system'`;

/** Returns an order only if an admin made its last assignment or unassignment. */
export function findAssignedByAdmin(db: Queryable, id: string) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), sql`NOT (${isAutoAssigned})`))
    .get();
}

/** The number of a reader's open orders (`listOpenOrderIds`), from the tallies. */
const openOrders = sql<number>`(SELECT ${openOrderCount} FROM ${orderTallies} WHERE ${and(
  eq(orderTallies.readerId, users.id),
  isTalliedToWrite,
)})`;

/** Counts open orders by their reader's id; readers without any may be missing. */
export function countOpenOrders(db: Queryable): Map<string, number> {
  const { readerId } = orderTallies;
  const counted = db
    .select({ readerId, count: openOrderCount })
    .from(orderTallies)
    .where(and(isTalliedToWrite, ne(readerId, '')));
  return new Map(
    counted
      .groupBy(readerId)
      .all()
      .map(({ readerId, count }) => [readerId, count]),
  );
}

/** Read from the index: max() would read every order of the reader. */
const lastAssignedAt = sql`ifnull((SELECT ${orders.assignedAt} FROM ${orders}
  WHERE ${eq(orders.assignedReaderId, users.id)} ORDER BY ${desc(orders.assignedAt)} LIMIT 1), 0)`;

const freeReader = prepareOnce((db) => {
  const [today, dueDay] = [sql.placeholder('today'), sql.placeholder('dueDay')];
  const isAwayUntil = (day: Placeholder) => sql`EXISTS (SELECT 1 FROM json_each(${users.daysAway})
    WHERE value ->> 'from' <= ${day} AND ${today} <= value ->> 'to')`;
  const mayHaveMore = or(isNull(users.maxOpenOrders), lt(openOrders, users.maxOpenOrders));
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(
      and(
        eq(users.writes, true),
        eq(users.isActive, true),
        hasPassword,
        not(isAwayUntil(today)),
        mayHaveMore,
      ),
    )
    .orderBy(isAwayUntil(dueDay), openOrders, lastAssignedAt, sql`lower(${users.username})`)
    .limit(1)
    .prepare();
});

/** Returns the free reader to assign: at work on the due day if any, then fewest open orders, then idle longest. */
export function findFreeReader(
  context: Pick<Context, 'clock' | 'config'>,
  db: Queryable,
  dueAt: number,
): ReaderRef | undefined {
  return freeReader(db).get({ today: businessDay(context), dueDay: businessDay(context, dueAt) });
}
