import type { Queryable } from '../../../db/client.ts';
import { and, asc, desc, eq, inArray, isNull, sql } from '../../../db/drizzle.ts';
import { type Given, named, preparedPer, written } from '../../../db/prepared.ts';
import { isNotRefunding, orders, readings, waitsSince } from '../../../db/schema.ts';
import {
  isReadersBusiness,
  isToBeWritten,
  type OrderStatus,
  openStatuses,
  paymentStatuses,
} from '../../shared/orders/order-status.ts';
import {
  byDueDate,
  type DueHalf,
  type DuePlace,
  isInHalf,
  readByDueDate,
} from '../orders/due-place-repository.ts';
import { type ReadersOrder, readersColumns } from '../orders/order-repository.ts';

/* A reader's list, read along the index `orders_reader`, one range of it for each status. */

interface Part {
  readerId: string;
  /** What the part before ended with; null from the beginning. */
  after: DuePlace | null;
  limit: number;
}

/** @returns the orders that are not delivered: the most urgent first, at the end those that wait for their customers */
export function listOpenOrdersOfReader(db: Queryable, { readerId, after, limit }: Part): ReadersOrder[] {
  const readOpen = (status: OrderStatus) =>
    readByDueDate(after, limit, (half, from) =>
      ordersOfReader(db, { status, ...half }).all({ readerId, ...from }),
    );
  return openStatuses.flatMap(readOpen).sort(byDueDate).slice(0, limit);
}

/** @returns the orders that are delivered, the latest due first */
export function listDoneOrdersOfReader(db: Queryable, { readerId, after, limit }: Part): ReadersOrder[] {
  const form = { status: 'approved', isWaiting: false, hasStart: after !== null } as const;
  return ordersOfReader(db, form).all({ readerId, ...(after ?? { dueAt: 0, seq: 0 }), limit });
}

const ordersOfReader = preparedPer(
  (
    db,
    { status, ...half }: DueHalf & { status: OrderStatus },
    given: Given<DuePlace & { readerId: string; limit: number }>,
  ) => {
    const { readerId, dueAt, seq, limit } = given;
    const isDone = status === 'approved';
    const order = isDone ? desc : asc;
    const isBefore = half.hasStart ? sql`(${orders.dueAt}, ${orders.seq}) < (${dueAt}, ${seq})` : undefined;
    const business = paymentStatuses.filter((paymentStatus) => isReadersBusiness({ status, paymentStatus }));
    const isWanted = and(
      eq(orders.assignedReaderId, readerId),
      eq(orders.status, status),
      isDone ? isBefore : isInHalf(half, given),
      isNull(orders.deletedAt),
      // The plus keeps SQLite to the index of readers.
      inArray(sql`+${orders.paymentStatus}`, business),
      isToBeWritten(status) ? isNotRefunding : undefined,
    );
    // As SQLite has them: Drizzle's mapping of so many rows takes longer than finding them.
    return written<ReadersOrder>(
      db,
      sql`SELECT ${named(orders, readersColumns)}, ${readings.submittedAt} AS submittedAt,
          ${readings.feedback} AS feedback, ${waitsSince} AS waitsSince
        FROM ${orders} LEFT JOIN ${readings} ON ${readings.orderId} = ${orders.id}
        WHERE ${isWanted} ORDER BY ${order(orders.dueAt)}, ${order(orders.seq)} LIMIT ${limit}`,
    );
  },
);
