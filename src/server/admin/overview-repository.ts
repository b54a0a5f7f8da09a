import {
  and,
  asc,
  type Column,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import {
  isNotRefunding,
  openOrderCount,
  orderEvents,
  orders,
  orderTallies,
  personName,
  readings,
  users,
} from '../../../db/schema.ts';
import { openStatuses, workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import type { Figures } from '../../shared/overview.ts';
import type { Span } from '../base/time/period-days.ts';
import { isAwaitingReading } from '../orders/order-repository.ts';

/** Orders whose payment is `review` do not count. */
const earningStatuses = [...workablePaymentStatuses, 'refunded', 'disputed'] as const;

const earned = sql`CASE WHEN ${ne(orders.paymentStatus, 'disputed')} THEN ${orders.amountMinor} - ${orders.refundedMinor} ELSE 0 END`;
// The plus makes SQLite use the index ordered by time.
const isEarning = sql`+${orders.paymentStatus} IN ${[...earningStatuses]}`;

const isEarnedIn = ({ from, to }: Span) => and(gte(orders.paidAt, from), lt(orders.paidAt, to), isEarning);
// Inlined: with a parameter, SQLite would not use the index of these types.
type CountedType = 'reading_submitted' | 'reading_rejected' | 'payment_failed';
const isOfType = (type: CountedType) => sql`${orderEvents.type} = ${sql.raw(`'${type}'`)}`;

/** Returns the figures of each span, in the order of `spans`, deleted orders included. */
export function sumFigures(db: Queryable, spans: Span[]): Figures[] {
  const isWithin = (column: Column) => sql`${column} >= value->>0 AND ${column} < value->>1`;
  const onTime = sql`ifnull(sum(${orders.deliveredAt} <= ${orders.dueAt}), 0)`;
  const countOf = (type: CountedType) =>
    sql`(SELECT count(*) FROM ${orderEvents} WHERE ${isOfType(type)} AND ${isWithin(orderEvents.createdAt)})`;
  type Row = Pick<Figures, 'submitted' | 'rejected' | 'failedPayments'> & { orders: number; sent: string };
  const rows = db.all<Row>(
    sql`SELECT (SELECT count(*) FROM ${orders} WHERE ${isWithin(orders.paidAt)} AND ${isEarning}) AS orders,
        (SELECT json_array(count(*), ${onTime}) FROM ${orders} WHERE ${isWithin(orders.deliveredAt)}) AS sent,
        ${countOf('reading_submitted')} AS submitted, ${countOf('reading_rejected')} AS rejected,
        ${countOf('payment_failed')} AS failedPayments
      FROM json_each(${JSON.stringify(spans.map(({ from, to }) => [from, to]))})`,
  );
  return rows.map(({ sent, ...counts }) => {
    const [delivered, onTime] = JSON.parse(sent);
    return { delivered, onTime, ...counts };
  });
}

/** Sums up the orders paid in a span per currency, in minor units, less refunds; a disputed order counts as 0. */
export function sumRevenues(db: Queryable, span: Span) {
  return db
    .select({ currency: orders.currency, revenue: sql<number>`sum(${earned})` })
    .from(orders)
    .where(isEarnedIn(span))
    .groupBy(orders.currency)
    .all();
}

/** Counts the orders paid in a span by offer and currency, with the revenue as in `sumRevenues`. */
export function sumOffers(db: Queryable, span: Span) {
  const { offerId, currency } = orders;
  return db
    .select({ offerId, currency, orders: count(), revenue: sql<number>`sum(${earned})` })
    .from(orders)
    .where(isEarnedIn(span))
    .groupBy(offerId, currency)
    .all();
}

/** Returns when the first order was paid; null before that. */
export function findFirstPayment(db: Queryable): number | null {
  return (
    db
      .select({ at: min(orders.paidAt) })
      .from(orders)
      .where(isNotNull(orders.paidAt))
      .get()?.at ?? null
  );
}

/** Lists the milliseconds from payment to delivery, as `took`, of each reading delivered in a span. */
export function listDeliveryTimes(db: Queryable, { from, to }: Span) {
  return db
    .select({ took: sql<number>`${orders.deliveredAt} - ${orders.paidAt}` })
    .from(orders)
    .where(and(gte(orders.deliveredAt, from), lt(orders.deliveredAt, to), isNotNull(orders.paidAt)))
    .all();
}

const isOverdue = (time: number) => and(isAwaitingReading, lt(orders.dueAt, time));

/** Counts paid orders due before a time without an approved reading, except deleted ones or with a refund pending. */
export function countOverdue(db: Queryable, time: number): number {
  return db.select({ count: count() }).from(orders).where(isOverdue(time)).get()?.count ?? 0;
}

/** Lists the orders that `countOverdue` counts, the longest overdue first. */
export function listOverdueIds(db: Queryable, time: number, limit: number): string[] {
  const late = db.select({ id: orders.id }).from(orders).where(isOverdue(time));
  return late
    .orderBy(asc(orders.dueAt))
    .limit(limit)
    .all()
    .map(({ id }) => id);
}

/** Lists the orders whose reading waits for an admin's decision, the earliest due first. */
export function listIdsToApprove(db: Queryable): string[] {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'reading_uploaded'),
        isNull(orders.deletedAt),
        ne(orders.paymentStatus, 'refunded'),
        isNotRefunding,
      ),
    )
    .orderBy(sql`${orders.dueAt} ASC NULLS LAST`)
    .all()
    .map(({ id }) => id);
}

/** Finds the first order that is due at a time or later, of those that `countOverdue` would count. */
export function findNextDue(db: Queryable, time: number) {
  return db
    .select({ id: orders.id, orderNumber: orders.orderNumber, dueAt: sql<number>`${orders.dueAt}` })
    .from(orders)
    .where(and(isAwaitingReading, gte(orders.dueAt, time)))
    .orderBy(asc(orders.dueAt))
    .limit(1)
    .get();
}

export type DeliveredReading = ReturnType<typeof listDelivered>[number];

/** Lists readings delivered in a span, oldest first, even of deleted orders. @param last row of the page before */
export function listDelivered(
  db: Queryable,
  { from, to }: Span,
  limit: number,
  last = { deliveredAt: from, seq: 0 },
) {
  return db
    .select({
      seq: orders.seq,
      orderNumber: orders.orderNumber,
      reader: sql<string | null>`ifnull((SELECT e.actor FROM order_events e WHERE e.order_id = ${orders.id}
        AND e.type = 'reading_submitted' ORDER BY e.id DESC LIMIT 1), ${users.username})`,
      readingType: orders.readingType,
      amountMinor: orders.amountMinor,
      refundedMinor: orders.refundedMinor,
      currency: orders.currency,
      assignedAt: orders.assignedAt,
      dueAt: orders.dueAt,
      deliveredAt: sql<number>`${orders.deliveredAt}`,
      content: readings.content,
    })
    .from(orders)
    .crossJoin(readings)
    .leftJoin(users, eq(users.id, orders.assignedReaderId))
    .where(
      and(
        eq(readings.orderId, orders.id),
        gte(orders.deliveredAt, last.deliveredAt),
        sql`(${orders.deliveredAt}, ${orders.seq}) > (${last.deliveredAt}, ${last.seq})`,
        lt(orders.deliveredAt, to),
      ),
    )
    .orderBy(orders.deliveredAt, orders.seq)
    .limit(limit)
    .all();
}

/** Counts the readings submitted in a span by the submitter's username. */
export function countSubmitted(db: Queryable, span: Span) {
  return countByName(db, 'reading_submitted', sql`${orderEvents.actor}`, span);
}

/** Counts the readings rejected in a span by the username of who had submitted them. */
export function countReturned(db: Queryable, span: Span) {
  const submitter = sql`(SELECT e.actor FROM order_events e WHERE e.order_id = ${orderEvents.orderId}
    AND e.type = 'reading_submitted' AND e.id < ${orderEvents.id} ORDER BY e.id DESC LIMIT 1)`;
  return countByName(db, 'reading_rejected', submitter, span);
}

function countByName(db: Queryable, type: CountedType, name: SQL, { from, to }: Span) {
  return db
    .select({ name: sql<string>`ifnull(${name}, '')`, count: count() })
    .from(orderEvents)
    .where(and(isOfType(type), gte(orderEvents.createdAt, from), lt(orderEvents.createdAt, to)))
    .groupBy(sql`1`)
    .all();
}

/**
 * Lists all readers by name, closed accounts too, and counts their open orders: `open` all,
 * `late` those due before `now`, `overdue` those due before `end`.
 */
export function listReadersWithOrders(db: Queryable, now: number, end: number) {
  const open = sql<number>`(SELECT ${openOrderCount} FROM ${orderTallies} WHERE ${and(
    eq(orderTallies.readerId, users.id),
    inArray(orderTallies.status, [...openStatuses]),
    inArray(orderTallies.paymentStatus, [...workablePaymentStatuses]),
    eq(orderTallies.isDeleted, false),
  )})`;
  const isTheirs = sql`+${orders.assignedReaderId} = ${users.id}`;
  const countDueBefore = (time: number) =>
    sql<number>`(SELECT count(*) FROM ${orders} WHERE ${and(isOverdue(time), isTheirs)})`;
  return db
    .select({
      username: users.username,
      name: personName,
      isActive: users.isActive,
      open,
      late: countDueBefore(now),
      overdue: countDueBefore(end),
    })
    .from(users)
    .where(eq(users.writes, true))
    .orderBy(sql`lower(${users.username})`)
    .all();
}
