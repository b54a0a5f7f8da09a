import type { Queryable } from '../../../db/client.ts';
import { and, desc, eq, isNull, lt } from '../../../db/drizzle.ts';
import { orders, readingRevisions, readings, users } from '../../../db/schema.ts';
import type { OrderRow } from '../orders/order-repository.ts';

export type ReadingRow = typeof readings.$inferSelect;
export interface ReadingWithOrder {
  reading: ReadingRow;
  order: OrderRow;
}

/** @returns a reading and its order, unless the order was deleted */
export function findReading(db: Queryable, id: string): ReadingWithOrder | undefined {
  return selectReadings(db)
    .where(and(eq(readings.id, id), isNull(orders.deletedAt)))
    .get();
}

export function findReadingOfOrder(db: Queryable, orderId: string): ReadingRow | undefined {
  return db.select().from(readings).where(eq(readings.orderId, orderId)).get();
}

export function insertReading(db: Queryable, reading: typeof readings.$inferInsert): void {
  db.insert(readings).values(reading).run();
}

export function updateReading(db: Queryable, id: string, changes: Partial<ReadingRow>): void {
  db.update(readings).set(changes).where(eq(readings.id, id)).run();
}

export function insertRevision(db: Queryable, revision: typeof readingRevisions.$inferInsert): void {
  db.insert(readingRevisions).values(revision).run();
}

/** @returns versions of an order's reading, the newest first, from one before a number on */
export function listRevisions(db: Queryable, orderId: string, before: number, limit: number) {
  return db
    .select({
      revision: readingRevisions.revision,
      content: readingRevisions.content,
      author: users.username,
      createdAt: readingRevisions.createdAt,
    })
    .from(readingRevisions)
    .innerJoin(readings, eq(readings.id, readingRevisions.readingId))
    .leftJoin(users, eq(users.id, readingRevisions.authorId))
    .where(and(eq(readings.orderId, orderId), lt(readingRevisions.revision, before)))
    .orderBy(desc(readingRevisions.revision))
    .limit(limit)
    .all();
}

/** Readings with their orders; to be filtered and sorted. */
export function selectReadings(db: Queryable) {
  return db
    .select({ reading: readings, order: orders })
    .from(readings)
    .innerJoin(orders, eq(orders.id, readings.orderId));
}
