import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, inArray, type SQL, sql } from '../../../db/drizzle.ts';
import { type Builder, type Given, prepared, written } from '../../../db/prepared.ts';
import { orderEvents, orders, ordersGoingOn, orderTallies, readings, users } from '../../../db/schema.ts';
import { openStatuses, workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import type { ReadingType } from '../../shared/orders/reading-types.ts';
import type { Span } from '../time/period-days.ts';
import { isOverdue } from './overview-repository.ts';

export interface DeliveredReading {
  seq: number;
  orderNumber: string;
  reader: string | null;
  readingType: ReadingType;
  amountCents: number;
  refundedCents: number;
  assignedAt: number | null;
  dueAt: number | null;
  deliveredAt: number;
  content: string;
}

const delivered = prepared(
  (db, given: Given<{ deliveredAt: number; seq: number; to: number; limit: number }>) => {
    const isWithin = sql`${orders.deliveredAt} >= ${given.deliveredAt}
      AND (${orders.deliveredAt}, ${orders.seq}) > (${given.deliveredAt}, ${given.seq})
      AND ${orders.deliveredAt} < ${given.to}`;
    return written<DeliveredReading>(
      db,
      sql`SELECT ${orders.seq}, ${orders.orderNumber} AS orderNumber,
          ifnull((SELECT e.actor FROM order_events e WHERE e.order_id = ${orders.id}
            AND e.type = 'reading_submitted' ORDER BY e.id DESC LIMIT 1), ${users.username}) AS reader,
          ${orders.readingType} AS readingType, ${orders.amountCents} AS amountCents,
          ${orders.refundedCents} AS refundedCents, ${orders.assignedAt} AS assignedAt, ${orders.dueAt} AS dueAt,
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

type CountsByName = { name: string; count: number }[];

const submitted = prepared((db, span: Given<Span>) =>
  selectByName(db, 'reading_submitted', sql`${orderEvents.actor}`, span),
);

export function countSubmitted(db: Queryable, span: Span): CountsByName {
  return submitted(db).all({ ...span });
}

const returned = prepared((db, span: Given<Span>) =>
  selectByName(
    db,
    'reading_rejected',
    sql`(SELECT e.actor FROM order_events e WHERE e.order_id = ${orderEvents.orderId}
      AND e.type = 'reading_submitted' AND e.id < ${orderEvents.id} ORDER BY e.id DESC LIMIT 1)`,
    span,
  ),
);

export function countReturned(db: Queryable, span: Span): CountsByName {
  return returned(db).all({ ...span });
}

function selectByName(db: Builder, type: string, name: SQL, { from, to }: Given<Span>) {
  return written<CountsByName[number]>(
    db,
    sql`SELECT ifnull(${name}, '') AS name, count(*) AS count FROM ${orderEvents}
      WHERE ${orderEvents.type} = ${type} AND ${orderEvents.createdAt} >= ${from}
        AND ${orderEvents.createdAt} < ${to} GROUP BY 1`,
  );
}

const readerRows = prepared((db, { now, end }: Given<{ now: number; end: number }>) => {
  const open = sql<number>`(SELECT ${ordersGoingOn} FROM ${orderTallies} WHERE ${and(
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

/** @returns all readers by name, closed accounts too, with their undelivered orders: all, late now, due before `end` */
export function listReaders(db: Queryable, now: number, end: number) {
  return readerRows(db).all({ now, end });
}
