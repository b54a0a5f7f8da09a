import type { Queryable } from '../../../db/client.ts';
import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from '../../../db/drizzle.ts';
import { orders, readings } from '../../../db/schema.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';
import { type ReadingWithOrder, selectReadings } from './reading-repository.ts';

/*
 * Lists of readings. Where they stand and how long they are is read first, along an index of the orders; the
 * texts of what is shown then.
 */

/** Where a reading stands, and how much there is to read of it. */
export interface ListedReading {
  seq: number;
  status: OrderStatus;
  dueAt: number | null;
  /** Of all its texts together, as UTF-8. */
  bytes: number;
}

/** @returns the readings of orders in a state, those of the newest orders first */
export function listReadingsIn(
  db: Queryable,
  status: OrderStatus,
  before: number | null,
  limit: number,
): ListedReading[] {
  const isBefore = before === null ? undefined : lt(orders.seq, before);
  return selectListed(db, and(eq(orders.status, status), isBefore, isNull(orders.deletedAt)), limit)
    .orderBy(desc(orders.seq))
    .all();
}

/** @returns the readings that wait for the admin, the most urgent first */
export function listPendingReadings(
  db: Queryable,
  after: { dueAt: number; seq: number } | null,
  limit: number,
): ListedReading[] {
  const isAfter = after ? sql`(${orders.dueAt}, ${orders.seq}) > (${after.dueAt}, ${after.seq})` : undefined;
  const isPending = and(
    // As the index `orders_open` has it, or it would not be used; the plus keeps SQLite to it.
    sql`${orders.status} <> 'approved'`,
    isNull(orders.deletedAt),
    eq(sql`+${orders.status}`, 'reading_uploaded'),
    isAfter,
  );
  return selectListed(db, isPending, limit).orderBy(asc(orders.dueAt), asc(orders.seq)).all();
}

/** @returns these readings with their orders, in the same sequence */
export function readListed(db: Queryable, listed: ListedReading[]): ReadingWithOrder[] {
  const seqs = JSON.stringify(listed.map(({ seq }) => seq));
  const isListed = sql`${orders.seq} IN (SELECT value FROM json_each(${seqs}))`;
  const found = new Map(
    selectReadings(db)
      .where(isListed)
      .all()
      .map((row) => [row.order.seq, row]),
  );
  return listed.flatMap(({ seq }) => found.get(seq) ?? []);
}

/** @returns the readings of these orders, unless an order was deleted */
export function readReadingsOf(db: Queryable, orderIds: string[]): ReadingWithOrder[] {
  return selectReadings(db)
    .where(and(inArray(readings.orderId, orderIds), isNull(orders.deletedAt)))
    .all();
}

function selectListed(db: Queryable, condition: SQL | undefined, limit: number) {
  // Unlike length(), octet_length() does not read the text.
  const lengths = [readings.content, readings.internalNotes, orders.backgroundContext].map(
    (text) => sql`ifnull(octet_length(${text}), 0)`,
  );
  return db
    .select({
      seq: orders.seq,
      status: orders.status,
      dueAt: orders.dueAt,
      bytes: sql<number>`${sql.join(lengths, sql` + `)}`,
    })
    .from(orders)
    .innerJoin(readings, eq(readings.orderId, orders.id))
    .where(condition)
    .limit(limit)
    .$dynamic();
}
