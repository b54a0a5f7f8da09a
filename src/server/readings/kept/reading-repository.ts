import type { Queryable, Transaction } from '../../../../db/client.ts';
import { and, desc, eq, isNull, lt } from '../../../../db/drizzle.ts';
import { type Columns, columnsOf, type Given, only, prepared, preparedPer } from '../../../../db/prepared.ts';
import { orders, readingRevisions, readings, users } from '../../../../db/schema.ts';
import type { OrderRow, OrderWithReader } from '../../orders/order-repository.ts';

export type ReadingRow = typeof readings.$inferSelect;
type NewReading = typeof readings.$inferInsert;
type NewRevision = typeof readingRevisions.$inferInsert;
export interface ReadingWithOrder {
  reading: ReadingRow;
  order: OrderRow;
}

/** What lists show of readings and their orders. But for the cards, SQLite has all of it as it is in a row. */
export const shownOfReading = [
  'id',
  'orderId',
  'content',
  'cards',
  'feedback',
  'revision',
  'createdAt',
  'submittedAt',
] as const satisfies readonly (keyof ReadingRow)[];
export const shownOfOrder = [
  'seq',
  'status',
  'orderNumber',
  'customerName',
  'readingAddresseeName',
  'paymentStatus',
  'readingType',
  'customQuestion',
  'backgroundContext',
  'dueAt',
  'internalNotes',
] as const satisfies readonly (keyof OrderRow)[];
export type ShownReading = Pick<ReadingRow, (typeof shownOfReading)[number]> &
  Pick<OrderWithReader, (typeof shownOfOrder)[number] | 'readerName' | 'waitsSince'>;

const readingById = prepared((db, { id }: Given<{ id: string }>) =>
  db
    .select({ reading: readings, order: orders })
    .from(readings)
    .innerJoin(orders, eq(orders.id, readings.orderId))
    .where(and(eq(readings.id, id), isNull(orders.deletedAt))),
);

/** @returns a reading and its order, unless the order was deleted */
export function findReading(db: Queryable, id: string): ReadingWithOrder | undefined {
  return readingById(db).get({ id });
}

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

const revisionInsert = preparedPer((db, columns: Columns<NewRevision>, given: Given<NewRevision>) =>
  db.insert(readingRevisions).values(only(given, columns)),
);

export function insertRevision(db: Transaction, revision: NewRevision): void {
  revisionInsert(db, columnsOf(revision)).run(revision);
}

const revisionsBefore = prepared(
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

/** @returns versions of an order's reading, the newest first, from one before a number on */
export function listRevisions(db: Queryable, orderId: string, before: number, limit: number) {
  return revisionsBefore(db).all({ orderId, before, limit });
}
