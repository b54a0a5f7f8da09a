import type { Queryable } from '../../../db/client.ts';
import {
  and,
  type Column,
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
import { type Given, prepared, written } from '../../../db/prepared.ts';
import { isNotRefunding, orderEvents, orders, orderTallies } from '../../../db/schema.ts';
import { openStatuses, workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import type { Figures, Waiting } from '../../shared/overview.ts';
import type { Span } from '../time/period-days.ts';

/** Orders whose payment is `review` do not count. */
const earningStatuses = [...workablePaymentStatuses, 'refunded', 'disputed'] as const;

const figures = prepared((db, { spans }: Given<{ spans: string }>) => {
  const isWithin = (column: Column) => sql`${column} >= value->>0 AND ${column} < value->>1`;
  const earned = sql`CASE WHEN ${ne(orders.paymentStatus, 'disputed')} THEN ${orders.amountCents} - ${orders.refundedCents} ELSE 0 END`;
  const onTime = sql`ifnull(sum(${orders.deliveredAt} <= ${orders.dueAt}), 0)`;
  const countOf = (type: string) =>
    sql`(SELECT count(*) FROM ${orderEvents} WHERE ${orderEvents.type} = ${type} AND ${isWithin(orderEvents.createdAt)})`;
  // The plus keeps SQLite to the index that is in the order of time.
  return written<{ paid: string; sent: string } & Pick<Figures, 'submitted' | 'rejected' | 'failedPayments'>>(
    db,
    sql`SELECT (SELECT json_array(count(*), ifnull(sum(${earned}), 0)) FROM ${orders}
          WHERE ${isWithin(orders.paidAt)} AND +${orders.paymentStatus} IN ${[...earningStatuses]}) AS paid,
        (SELECT json_array(count(*), ${onTime}) FROM ${orders} WHERE ${isWithin(orders.deliveredAt)}) AS sent,
        ${countOf('reading_submitted')} AS submitted, ${countOf('reading_rejected')} AS rejected,
        ${countOf('payment_failed')} AS failedPayments
      FROM json_each(${spans})`,
  );
});

/** @returns the figures of each span; the revenue is in cents */
export function sumFigures(db: Queryable, spans: Span[]): Figures[] {
  const rows = figures(db).all({ spans: JSON.stringify(spans.map(({ from, to }) => [from, to])) });
  return rows.map(({ paid, sent, ...counts }) => {
    const [paidOrders, revenue] = JSON.parse(paid);
    const [delivered, onTime] = JSON.parse(sent);
    return { orders: paidOrders, revenue, delivered, onTime, ...counts };
  });
}

const deliveryTimes = prepared((db, { from, to }: Given<Span>) =>
  db
    .select({ took: sql<number>`${orders.deliveredAt} - ${orders.paidAt}` })
    .from(orders)
    .where(and(gte(orders.deliveredAt, from), lt(orders.deliveredAt, to), isNotNull(orders.paidAt))),
);

export function listDeliveryTimes(db: Queryable, { from, to }: Span): number[] {
  return deliveryTimes(db)
    .all({ from, to })
    .map(({ took }) => took);
}

const overdue = prepared((db, { time }: Given<{ time: number }>) =>
  db.select({ count: count() }).from(orders).where(isOverdue(time)),
);

export function countOverdue(db: Queryable, time: number): number {
  return overdue(db).get({ time })?.count ?? 0;
}

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

export function countWaiting(db: Queryable): Waiting {
  return waiting(db).get() ?? { toReview: 0, unassigned: 0 };
}
