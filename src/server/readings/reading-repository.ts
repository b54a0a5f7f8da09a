import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import {
  isNotRefunding,
  maybePersonName,
  orderEvents,
  orders,
  personName,
  readingComments,
  readingRevisions,
  readings,
  users,
  waitsSince,
} from '../../../db/schema.ts';
import { rowOrder } from '../../../db/sql.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';
import { profileOf } from '../people/people-repository.ts';

export type ReadingRow = typeof readings.$inferSelect;

/** A position in a list of open orders, earliest due first, those waiting for their customers last. */
export interface DuePlace {
  /** Milliseconds since 1970; 0 for an order that waits, which has no due date. */
  dueAt: number;
  seq: number;
}

/** Finds a reading and its order; undefined if the order is deleted. */
export function findReading(db: Queryable, id: string) {
  return db
    .select({ reading: readings, order: orders })
    .from(readings)
    .innerJoin(orders, eq(orders.id, readings.orderId))
    .where(and(eq(readings.id, id), isNull(orders.deletedAt)))
    .get();
}

/** Finds the reading of an order, even if the order is deleted. */
export function findReadingOfOrder(db: Queryable, orderId: string) {
  return db.select().from(readings).where(eq(readings.orderId, orderId)).get();
}

export function insertReading(tx: Transaction, reading: typeof readings.$inferInsert) {
  tx.insert(readings).values(reading).run();
}

export function updateReading(tx: Transaction, id: string, changes: Partial<ReadingRow>) {
  tx.update(readings).set(changes).where(eq(readings.id, id)).run();
}

export function insertRevision(tx: Transaction, revision: typeof readingRevisions.$inferInsert) {
  tx.insert(readingRevisions).values(revision).run();
}

export function insertComment(tx: Transaction, comment: typeof readingComments.$inferInsert) {
  tx.insert(readingComments).values(comment).run();
}

/** Lists an order's versions with a number below `before`, newest first. */
export function revisionsBefore(db: Queryable, orderId: string, before: number, limit: number) {
  return db
    .select({
      revision: readingRevisions.revision,
      content: readingRevisions.content,
      cards: readingRevisions.cards,
      author: maybePersonName,
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

/**
 * Returns name, signature and portrait of the last user who submitted an order's reading and writes or has a signature;
 * null without one.
 */
export function findWriter(db: Queryable, orderId: string) {
  const writer = db
    .select(getTableColumns(users))
    .from(orderEvents)
    .innerJoin(users, eq(users.username, orderEvents.actor))
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.type, 'reading_submitted'),
        // An admin who no longer writes may have kept a signature.
        or(eq(users.writes, true), isNotNull(users.signature)),
      ),
    )
    .orderBy(desc(orderEvents.id))
    .limit(1)
    .get();
  if (!writer) return null;
  const { displayName, signature } = writer;
  const portrait = writer.isActive ? profileOf(db, writer)?.portrait : null;
  return { displayName, signature, portrait: portrait ?? null };
}

export type ShownReading = ReturnType<typeof listReadings>[number];

/** Returns the readings of these orders, unsorted, without deleted orders. */
export function readingsOfOrders(db: Queryable, orderIds: string[]) {
  return selectReadings(db)
    .where(and(inArray(readings.orderId, orderIds), isNull(orders.deletedAt)))
    .all();
}

type ReadingList = 'pending' | 'open' | 'approved';

const statusesOf: Record<ReadingList, OrderStatus[]> = {
  pending: ['reading_uploaded'],
  open: ['reading_uploaded', 'rejected'],
  approved: ['approved'],
};

/** The due date used for an order that waits for its customer. */
const never = Number.MAX_SAFE_INTEGER;

/** Lists pending readings by due date, those that wait for their customers last; others newest order first. */
export function listReadings(db: Queryable, list: ReadingList, after: DuePlace | null, limit: number) {
  const isPending = list === 'pending';
  const start = { dueAt: 0, seq: isPending ? 0 : never };
  const place = after ? { dueAt: after.dueAt || never, seq: after.seq } : start;
  // Open orders are few and get sorted; the plus keeps SQLite from reading all orders in sequence instead.
  const seq = list === 'approved' ? sql`${orders.seq}` : sql`+${orders.seq}`;
  const due = sql`ifnull(${orders.dueAt}, ${never})`;
  return selectReadings(db)
    .where(
      and(
        inArray(orders.status, statusesOf[list]),
        isNull(orders.deletedAt),
        isPending ? sql`(${due}, ${seq}) > (${place.dueAt}, ${place.seq})` : lt(seq, place.seq),
        isPending ? and(ne(orders.paymentStatus, 'refunded'), isNotRefunding) : undefined,
      ),
    )
    .orderBy(...(isPending ? [due, seq] : [desc(seq)]))
    .limit(limit)
    .all();
}

function selectReadings(db: Queryable) {
  return db
    .select({ reading: readings, order: orders, readerName: maybePersonName, waitsSince })
    .from(orders)
    .innerJoin(readings, eq(readings.orderId, orders.id))
    .leftJoin(users, eq(users.id, orders.assignedReaderId));
}

/** Lists a reading's comments by version and passage, with their authors' names and the version's text as `content`. */
export function listComments(db: Queryable, readingId: string) {
  return db
    .select({
      id: readingComments.id,
      revision: readingComments.revision,
      from: readingComments.fromCharacter,
      to: readingComments.toCharacter,
      text: readingComments.text,
      author: personName,
      createdAt: readingComments.createdAt,
      content: readingRevisions.content,
    })
    .from(readingComments)
    .innerJoin(users, eq(users.id, readingComments.authorId))
    .innerJoin(
      readingRevisions,
      and(
        eq(readingRevisions.readingId, readingComments.readingId),
        eq(readingRevisions.revision, readingComments.revision),
      ),
    )
    .where(eq(readingComments.readingId, readingId))
    .orderBy(readingComments.revision, readingComments.fromCharacter, rowOrder(readingComments))
    .all();
}
