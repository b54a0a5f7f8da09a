import type { Queryable, Transaction } from '../../../../db/client.ts';
import { and, desc, eq, isNotNull, isNull, lt, or } from '../../../../db/drizzle.ts';
import { type Columns, columnsOf, type Given, only, prepared, preparedPer } from '../../../../db/prepared.ts';
import { orderEvents, orders, readingRevisions, readings, users } from '../../../../db/schema.ts';

export type ReadingRow = typeof readings.$inferSelect;
type NewReading = typeof readings.$inferInsert;

/** A reading and its order, unless the order was deleted. */
export const findReading = prepared((db, { id }: Given<{ id: string }>) =>
  db
    .select({ reading: readings, order: orders })
    .from(readings)
    .innerJoin(orders, eq(orders.id, readings.orderId))
    .where(and(eq(readings.id, id), isNull(orders.deletedAt))),
);

const readingByOrder = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db.select().from(readings).where(eq(readings.orderId, orderId)),
);

export function findReadingOfOrder(db: Queryable, orderId: string): ReadingRow | undefined {
  return readingByOrder(db).get({ orderId });
}

const readingInsert = preparedPer((db, columns: Columns<NewReading>, given: Given<NewReading>) =>
  db.insert(readings).values(only(given, columns)),
);

export function insertReading(db: Transaction, reading: NewReading): void {
  readingInsert(db, columnsOf(reading)).run(reading);
}

const readingUpdate = preparedPer(
  (db, columns: Columns<ReadingRow>, given: Given<Partial<ReadingRow> & { readingId: string }>) =>
    db.update(readings).set(only(given, columns)).where(eq(readings.id, given.readingId)),
);

export function updateReading(db: Transaction, id: string, changes: Partial<ReadingRow>): void {
  readingUpdate(db, columnsOf(changes)).run({ ...changes, readingId: id });
}

export const insertRevision = prepared(
  (db, given: Given<Omit<typeof readingRevisions.$inferSelect, 'id'>>) => {
    const { readingId, revision, content, cards, authorId, createdAt } = given;
    return db.insert(readingRevisions).values({ readingId, revision, content, cards, authorId, createdAt });
  },
);

/** The versions of an order's reading before a number, the newest first. */
export const revisionsBefore = prepared(
  (db, { orderId, before, limit }: Given<{ orderId: string; before: number; limit: number }>) =>
    db
      .select({
        revision: readingRevisions.revision,
        content: readingRevisions.content,
        cards: readingRevisions.cards,
        author: users.username,
        createdAt: readingRevisions.createdAt,
      })
      .from(readingRevisions)
      .innerJoin(readings, eq(readings.id, readingRevisions.readingId))
      .leftJoin(users, eq(users.id, readingRevisions.authorId))
      .where(and(eq(readings.orderId, orderId), lt(readingRevisions.revision, before)))
      .orderBy(desc(readingRevisions.revision))
      .limit(limit),
);

const writerOfOrder = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select({ displayName: users.displayName, signature: users.signature })
    .from(orderEvents)
    .innerJoin(users, eq(users.username, orderEvents.actor))
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.type, 'reading_submitted'),
        // An admin of today may have been a reader then.
        or(eq(users.role, 'reader'), isNotNull(users.displayName), isNotNull(users.signature)),
      ),
    )
    .orderBy(desc(orderEvents.id))
    .limit(1),
);

/** @returns the name and signature of the reader who submitted an order's reading; null when no reader did */
export function findWriter(db: Queryable, orderId: string) {
  return writerOfOrder(db).get({ orderId }) ?? null;
}
