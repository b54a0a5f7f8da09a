import type { Queryable } from '../../../db/client.ts';
import {
  and,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  type SQL,
  sql,
} from '../../../db/drizzle.ts';
import { type Builder, type Given, prepared, type Statement, written } from '../../../db/prepared.ts';
import { isNotRefunding, orderEvents, orders, orderTallies } from '../../../db/schema.ts';
import { openStatuses, workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import type { Waiting } from '../../shared/overview.ts';
import type { Span } from '../time/period-days.ts';
import type { TimesTaken } from './median-hours.ts';

/** What counts as money, or as money that was there: not what has to be looked at first. */
const earningStatuses = [...workablePaymentStatuses, 'refunded', 'disputed'] as const;

const payments = prepared((db, { spans }: Given<{ spans: string }>) => {
  const earned = sql`CASE WHEN ${ne(orders.paymentStatus, 'disputed')} THEN ${orders.amountCents} - ${orders.refundedCents} ELSE 0 END`;
  // The plus keeps SQLite to the index that is in the order of time.
  const isEarning = sql`+${orders.paymentStatus} IN ${[...earningStatuses]}`;
  return selectPerSpan(
    db,
    spans,
    sql`SELECT json_array(count(*), ifnull(sum(${earned}), 0)) FROM ${orders} WHERE ${isWithin(orders.paidAt)} AND ${isEarning}`,
  );
});

/** @returns for each span the orders paid in it, and their cents less what went back */
export function sumPayments(db: Queryable, spans: Span[]): [orders: number, cents: number][] {
  return addUp(payments(db), spans);
}

const deliveries = prepared((db, { spans }: Given<{ spans: string }>) => {
  const onTime = sql`ifnull(sum(${orders.deliveredAt} <= ${orders.dueAt}), 0)`;
  return selectPerSpan(
    db,
    spans,
    sql`SELECT json_array(count(*), ${onTime}) FROM ${orders} WHERE ${isWithin(orders.deliveredAt)}`,
  );
});

/** @returns for each span the readings delivered in it, and how many of them in time */
export function countDeliveries(db: Queryable, spans: Span[]): [delivered: number, onTime: number][] {
  return addUp(deliveries(db), spans);
}

const events = prepared((db, { spans }: Given<{ spans: string }>) => {
  const countOf = (type: string) =>
    sql`(SELECT count(*) FROM ${orderEvents} WHERE ${orderEvents.type} = ${type} AND ${isWithin(orderEvents.createdAt)})`;
  const counts = ['reading_submitted', 'reading_rejected', 'payment_failed'].map(countOf);
  return selectPerSpan(db, spans, sql`SELECT json_array(${sql.join(counts, sql`, `)})`);
});

/** @returns for each span how often readings were handed in and sent back, and cards declined */
export function countEvents(
  db: Queryable,
  spans: Span[],
): [submitted: number, rejected: number, failedPayments: number][] {
  return addUp(events(db), spans);
}

/**
 * One range of an index for each span, all in one query: grouping the rows by a time they were rounded to
 * would sort them all.
 *
 * @param figures a query for a JSON array, in which `value` is the span
 */
function selectPerSpan(db: Builder, spans: SQL, figures: SQL) {
  return written<{ figures: string }>(db, sql`SELECT (${figures}) AS figures FROM json_each(${spans})`);
}

type PerSpan = Statement<{ spans: string }, ReturnType<typeof selectPerSpan>>;

function addUp<Figures>(statement: PerSpan, spans: Span[]): Figures[] {
  const rows = statement.all({ spans: JSON.stringify(spans.map(({ from, to }) => [from, to])) });
  return rows.map(({ figures }) => JSON.parse(figures));
}

function isWithin(
  column: typeof orders.paidAt | typeof orders.deliveredAt | typeof orderEvents.createdAt,
): SQL {
  return sql`${column} >= value->>0 AND ${column} < value->>1`;
}

const deliveryTimes = prepared((db, { from, to }: Given<Span>) =>
  db
    .select({
      tenths: sql<number>`(${orders.deliveredAt} - ${orders.paidAt} + 180000) / 360000`,
      count: count(),
    })
    .from(orders)
    .where(and(gte(orders.deliveredAt, from), lt(orders.deliveredAt, to), isNotNull(orders.paidAt)))
    .groupBy(sql`1`)
    .orderBy(sql`1`),
);

/** @returns how many readings delivered in a span took how many tenths of an hour, the quickest first */
export function countDeliveryTimes(db: Queryable, span: Span): TimesTaken[] {
  return deliveryTimes(db).all({ from: span.from, to: span.to });
}

const overdue = prepared((db, { time }: Given<{ time: number }>) =>
  db.select({ count: count() }).from(orders).where(isOverdue(time)),
);

/** @returns how many orders should have been delivered before a time, and are not delivered yet */
export function countOverdue(db: Queryable, time: number): number {
  return overdue(db).get({ time })?.count ?? 0;
}

/** Whether an order was due before a time, and is not delivered. */
export function isOverdue(time: SQL<number>): SQL | undefined {
  return and(
    lt(orders.dueAt, time),
    ne(orders.status, 'approved'),
    isNull(orders.deletedAt),
    // The plus keeps SQLite to the index `orders_open`.
    inArray(sql`+${orders.paymentStatus}`, [...workablePaymentStatuses]),
    isNotRefunding,
  );
}

const waiting = prepared((db) => {
  const { status, readerId, paymentStatus, isDeleted, count: tally, ended } = orderTallies;
  const sum = (condition: ReturnType<typeof and>) =>
    sql<number>`ifnull(sum(CASE WHEN ${condition} THEN ${tally} - ${ended} END), 0)`;
  const isOpen = and(
    inArray(status, [...openStatuses]),
    inArray(paymentStatus, [...workablePaymentStatuses]),
  );
  return db
    .select({
      // As `listPendingReadings` has them.
      toReview: sum(and(eq(status, 'reading_uploaded'), ne(paymentStatus, 'refunded'))),
      unassigned: sum(and(isOpen, eq(readerId, ''))),
    })
    .from(orderTallies)
    .where(eq(isDeleted, false));
});

/** @returns how many readings wait for the admin, and how many open orders have no reader: where the work goes on */
export function countWaiting(db: Queryable): Waiting {
  return waiting(db).get() ?? { toReview: 0, unassigned: 0 };
}
