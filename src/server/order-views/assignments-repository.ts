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
import { type DuePlace, type DueStart, dueStart, isDueAfter } from '../orders/due-place-repository.ts';
import { type ReadersOrder, readersColumns } from '../orders/order-repository.ts';

/* A reader's list, read along the index `orders_reader`, one range of it for each status. */

interface Part {
  readerId: string;
  /** What the part before ended with; null from the beginning. */
  after: DuePlace | null;
  limit: number;
}

/** @returns the orders that are not delivered: those that wait for their customers, then the most urgent first */
export function listOpenOrdersOfReader(db: Queryable, part: Part): ReadersOrder[] {
  return openStatuses
    .flatMap((status) => readPart(db, part, status))
    .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.seq - b.seq)
    .slice(0, part.limit);
}

/** @returns the orders that are delivered, the latest due first */
export function listDoneOrdersOfReader(db: Queryable, part: Part): ReadersOrder[] {
  return readPart(db, part, 'approved');
}

const ordersOfReader = preparedPer(
  (
    db,
    { status, start }: { status: OrderStatus; start: DueStart },
    given: Given<DuePlace & { readerId: string; limit: number }>,
  ) => {
    const { readerId, dueAt, seq, limit } = given;
    const isDone = status === 'approved';
    const order = isDone ? desc : asc;
    const business = paymentStatuses.filter((paymentStatus) => isReadersBusiness({ status, paymentStatus }));
    const isWanted = and(
      eq(orders.assignedReaderId, readerId),
      eq(orders.status, status),
      isDone && start !== 'beginning'
        ? sql`(${orders.dueAt}, ${orders.seq}) < (${dueAt}, ${seq})`
        : isDueAfter(start, given),
      isNull(orders.deletedAt),
      // The plus keeps SQLite to the index of readers.
      inArray(sql`+${orders.paymentStatus}`, business),
      isToBeWritten(status) ? isNotRefunding : undefined,
    );
    // As SQLite has them: Drizzle's mapping of so many rows takes longer than finding them.
    return written<ReadersOrder>(
      db,
      sql`SELECT ${named(orders, readersColumns)}, ${readings.submittedAt} AS submittedAt,
          ${waitsSince} AS waitsSince
        FROM ${orders} LEFT JOIN ${readings} ON ${readings.orderId} = ${orders.id}
        WHERE ${isWanted} ORDER BY ${order(orders.dueAt)}, ${order(orders.seq)} LIMIT ${limit}`,
    );
  },
);

function readPart(db: Queryable, { readerId, after, limit }: Part, status: OrderStatus): ReadersOrder[] {
  const { dueAt, seq } = after ?? { dueAt: 0, seq: 0 };
  return ordersOfReader(db, { status, start: dueStart(after) }).all({ readerId, dueAt, seq, limit });
}
