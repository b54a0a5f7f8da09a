import type { Queryable } from '../../../db/client.ts';
import { and, asc, desc, eq, inArray, isNull, sql } from '../../../db/drizzle.ts';
import { type Given, named, preparedPer, written } from '../../../db/prepared.ts';
import { orders, readings } from '../../../db/schema.ts';
import {
  isReadersBusiness,
  type OrderStatus,
  openStatuses,
  paymentStatuses,
} from '../../shared/orders/order-status.ts';
import { type ReadersOrder, readersColumns } from '../orders/order-repository.ts';

/* A reader's list, read along the index `orders_reader`, one range of it for each status. */

/** Where an order stands among those of its reader. */
export interface ReadersPlace {
  dueAt: number;
  seq: number;
}

interface Part {
  readerId: string;
  /** What the part before ended with; null from the beginning. */
  after: ReadersPlace | null;
  limit: number;
}

/** @returns the orders that are not delivered, the most urgent first */
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
    { status, hasStart }: { status: OrderStatus; hasStart: boolean },
    { readerId, dueAt, seq, limit }: Given<ReadersPlace & { readerId: string; limit: number }>,
  ) => {
    const isDone = status === 'approved';
    const order = isDone ? desc : asc;
    const business = paymentStatuses.filter((paymentStatus) => isReadersBusiness({ status, paymentStatus }));
    const isWanted = and(
      eq(orders.assignedReaderId, readerId),
      eq(orders.status, status),
      hasStart
        ? sql`(${orders.dueAt}, ${orders.seq}) ${sql.raw(isDone ? '<' : '>')} (${dueAt}, ${seq})`
        : undefined,
      isNull(orders.deletedAt),
      // The plus keeps SQLite to the index of readers.
      inArray(sql`+${orders.paymentStatus}`, business),
    );
    // As SQLite has them: Drizzle's mapping of so many rows takes longer than finding them.
    return written<ReadersOrder>(
      db,
      sql`SELECT ${named(orders, readersColumns)}, ${readings.submittedAt} AS submittedAt
        FROM ${orders} LEFT JOIN ${readings} ON ${readings.orderId} = ${orders.id}
        WHERE ${isWanted} ORDER BY ${order(orders.dueAt)}, ${order(orders.seq)} LIMIT ${limit}`,
    );
  },
);

function readPart(db: Queryable, { readerId, after, limit }: Part, status: OrderStatus): ReadersOrder[] {
  const { dueAt, seq } = after ?? { dueAt: 0, seq: 0 };
  return ordersOfReader(db, { status, hasStart: after !== null }).all({ readerId, dueAt, seq, limit });
}
