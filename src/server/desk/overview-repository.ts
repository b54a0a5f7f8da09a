import type { Queryable } from '../../../db/client.ts';
import {
  and,
  asc,
  type Column,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  type SQL,
  sql,
} from '../../../db/drizzle.ts';
import { type Builder, countIn, type Params, prepared, rawStatement } from '../../../db/prepared.ts';
import { openOrderCount, orderEvents, orders, orderTallies, readings, users } from '../../../db/schema.ts';
import { openStatuses, workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import type { Figures } from '../../shared/overview.ts';
import type { Span } from '../base/time/period-days.ts';
import { isAwaited, type OrderRow } from '../orders/order-repository.ts';
import type { ReadingRow } from '../readings/reading-repository.ts';

/** Orders whose payment is `review` do not count. */
const earningStatuses = [...workablePaymentStatuses, 'refunded', 'disputed'] as const;

const earned = sql`CASE WHEN ${ne(orders.paymentStatus, 'disputed')} THEN ${orders.amountMinor} - ${orders.refundedMinor} ELSE 0 END`;
const earnedIn = (currency: unknown) =>
  sql`ifnull(sum(${earned}) FILTER (WHERE ${orders.currency} = ${currency}), 0)`;
// The plus keeps SQLite to the index that is in the order of time.
const isEarning = sql`+${orders.paymentStatus} IN ${[...earningStatuses]}`;

const figures = prepared((db, { spans, currency }: Params<{ spans: string; currency: string }>) => {
  const isWithin = (column: Column) => sql`${column} >= value->>0 AND ${column} < value->>1`;
  const onTime = sql`ifnull(sum(${orders.deliveredAt} <= ${orders.dueAt}), 0)`;
  const countOf = (type: string) =>
    sql`(SELECT count(*) FROM ${orderEvents} WHERE ${orderEvents.type} = ${type} AND ${isWithin(orderEvents.createdAt)})`;
  return rawStatement<
    { paid: string; sent: string } & Pick<Figures, 'submitted' | 'rejected' | 'failedPayments'>
  >(
    db,
    sql`SELECT (SELECT json_array(count(*), ${earnedIn(currency)}) FROM ${orders}
          WHERE ${isWithin(orders.paidAt)} AND ${isEarning}) AS paid,
        (SELECT json_array(count(*), ${onTime}) FROM ${orders} WHERE ${isWithin(orders.deliveredAt)}) AS sent,
        ${countOf('reading_submitted')} AS submitted, ${countOf('reading_rejected')} AS rejected,
        ${countOf('payment_failed')} AS failedPayments
      FROM json_each(${spans})`,
  );
});

/** Returns the figures of each span, in its order, deleted orders included; the revenue is that of one currency. */
export function sumFigures(db: Queryable, spans: Span[], currency: string): Figures[] {
  const rows = figures(db).all({ spans: JSON.stringify(spans.map(({ from, to }) => [from, to])), currency });
  return rows.map(({ paid, sent, ...counts }) => {
    const [paidOrders, revenue] = JSON.parse(paid);
    const [delivered, onTime] = JSON.parse(sent);
    return { orders: paidOrders, revenue, delivered, onTime, ...counts };
  });
}

/** The revenue of a span in each currency, in minor units. */
export const sumRevenues = prepared((db, { from, to }: Params<Span>) =>
  rawStatement<{ currency: string; revenue: number }>(
    db,
    sql`SELECT ${orders.currency}, sum(${earned}) AS revenue FROM ${orders}
      WHERE ${orders.paidAt} >= ${from} AND ${orders.paidAt} < ${to} AND ${isEarning} GROUP BY 1`,
  ),
);

/** The orders of each offer in each currency that were paid in a span, and their revenue in minor units. */
export const sumOffers = prepared((db, { from, to }: Params<Span>) =>
  rawStatement<{ offerId: string; currency: string; orders: number; revenue: number }>(
    db,
    sql`SELECT ${orders.offerId} AS offerId, ${orders.currency}, count(*) AS orders, sum(${earned}) AS revenue
      FROM ${orders} WHERE ${orders.paidAt} >= ${from} AND ${orders.paidAt} < ${to} AND ${isEarning} GROUP BY 1, 2`,
  ),
);

export const listDeliveryTimes = prepared((db, { from, to }: Params<Span>) =>
  db
    .select({ took: sql<number>`${orders.deliveredAt} - ${orders.paidAt}` })
    .from(orders)
    .where(and(gte(orders.deliveredAt, from), lt(orders.deliveredAt, to), isNotNull(orders.paidAt))),
);

/** Counts paid orders due before a time whose reading is not approved; deleted and refunding ones are left out. */
export const countOverdue = countIn(orders, ({ time }: Params<{ time: number }>) => isOverdue(time));

function isOverdue(time: SQL<number>): SQL | undefined {
  return and(isAwaited, lt(orders.dueAt, time));
}

export const countWaiting = prepared((db) => {
  const { status, readerId, paymentStatus, isDeleted, count: tally, ended } = orderTallies;
  const sum = (condition: ReturnType<typeof and>) =>
    sql<number>`ifnull(sum(CASE WHEN ${condition} THEN ${tally} - ${ended} END), 0)`;
  const isOpen = and(
    inArray(status, [...openStatuses]),
    inArray(paymentStatus, [...workablePaymentStatuses]),
  );
  return db
    .select({
      toReview: sum(and(eq(status, 'reading_uploaded'), ne(paymentStatus, 'refunded'))),
      unassigned: sum(and(isOpen, eq(readerId, ''))),
    })
    .from(orderTallies)
    .where(eq(isDeleted, false));
});

type OfOrder =
  | 'seq'
  | 'orderNumber'
  | 'readingType'
  | 'amountMinor'
  | 'refundedMinor'
  | 'currency'
  | 'assignedAt'
  | 'dueAt';
export type DeliveredReading = Pick<OrderRow, OfOrder> &
  Pick<ReadingRow, 'content'> & { reader: string | null; deliveredAt: number };

const delivered = prepared(
  (db, given: Params<{ deliveredAt: number; seq: number; to: number; limit: number }>) => {
    const isWithin = sql`${orders.deliveredAt} >= ${given.deliveredAt}
      AND (${orders.deliveredAt}, ${orders.seq}) > (${given.deliveredAt}, ${given.seq})
      AND ${orders.deliveredAt} < ${given.to}`;
    return rawStatement<DeliveredReading>(
      db,
      sql`SELECT ${orders.seq}, ${orders.orderNumber} AS orderNumber,
          ifnull((SELECT e.actor FROM order_events e WHERE e.order_id = ${orders.id}
            AND e.type = 'reading_submitted' ORDER BY e.id DESC LIMIT 1), ${users.username}) AS reader,
          ${orders.readingType} AS readingType, ${orders.amountMinor} AS amountMinor,
          ${orders.refundedMinor} AS refundedMinor, ${orders.currency}, ${orders.assignedAt} AS assignedAt, ${orders.dueAt} AS dueAt,
          ${orders.deliveredAt} AS deliveredAt, ${readings.content}
        FROM ${orders} CROSS JOIN ${readings} ON ${readings.orderId} = ${orders.id}
          LEFT JOIN ${users} ON ${users.id} = ${orders.assignedReaderId}
        WHERE ${isWithin} ORDER BY ${orders.deliveredAt}, ${orders.seq} LIMIT ${given.limit}`,
    );
  },
);

/** @returns readings delivered in a span, oldest first, deleted orders included; those after `last`, if given */
export function listDelivered(
  db: Queryable,
  { from, to }: Span,
  last: DeliveredReading | undefined,
  limit: number,
): DeliveredReading[] {
  const { deliveredAt, seq } = last ?? { deliveredAt: from, seq: 0 };
  return delivered(db).all({ deliveredAt, seq, to, limit });
}

export const countSubmitted = prepared((db, span: Params<Span>) =>
  selectByName(db, 'reading_submitted', sql`${orderEvents.actor}`, span),
);

export const countReturned = prepared((db, span: Params<Span>) =>
  selectByName(
    db,
    'reading_rejected',
    sql`(SELECT e.actor FROM order_events e WHERE e.order_id = ${orderEvents.orderId}
      AND e.type = 'reading_submitted' AND e.id < ${orderEvents.id} ORDER BY e.id DESC LIMIT 1)`,
    span,
  ),
);

function selectByName(db: Builder, type: string, name: SQL, { from, to }: Params<Span>) {
  return rawStatement<{ name: string; count: number }>(
    db,
    sql`SELECT ifnull(${name}, '') AS name, count(*) AS count FROM ${orderEvents}
      WHERE ${orderEvents.type} = ${type} AND ${orderEvents.createdAt} >= ${from}
        AND ${orderEvents.createdAt} < ${to} GROUP BY 1`,
  );
}

/** All readers by name, closed accounts too, with their undelivered orders: all, late now, due before `end`. */
export const listReadersWithOrders = prepared((db, { now, end }: Params<{ now: number; end: number }>) => {
  const open = sql<number>`(SELECT ${openOrderCount} FROM ${orderTallies} WHERE ${and(
    eq(orderTallies.readerId, users.id),
    inArray(orderTallies.status, [...openStatuses]),
    inArray(orderTallies.paymentStatus, [...workablePaymentStatuses]),
    eq(orderTallies.isDeleted, false),
  )})`;
  const isTheirs = sql`+${orders.assignedReaderId} = ${users.id}`;
  const countDueBefore = (time: SQL<number>) =>
    sql<number>`(SELECT count(*) FROM ${orders} WHERE ${and(isOverdue(time), isTheirs)})`;
  return db
    .select({
      username: users.username,
      isActive: users.isActive,
      open,
      late: countDueBefore(now),
      overdue: countDueBefore(end),
    })
    .from(users)
    .where(eq(users.role, 'reader'))
    .orderBy(asc(sql`lower(${users.username})`));
});
