import type { Queryable } from '../../../db/client.ts';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from '../../../db/drizzle.ts';
import {
  type Builder,
  findIn,
  insertInto,
  isInList,
  type Params,
  prepared,
  preparedPer,
  updateIn,
} from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import {
  isNotRefunding,
  orderEvents,
  orders,
  readingComments,
  readingRevisions,
  readings,
  users,
  waitsSince,
} from '../../../db/schema.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';

export type ReadingRow = typeof readings.$inferSelect;

/** The position of an order among open ones: the most urgent first, at the end those that wait for their customers. */
export interface DuePlace {
  /** Milliseconds since 1970; 0 for an order that waits, which has no due date. */
  dueAt: number;
  seq: number;
}

/** A reading and its order, unless the order was deleted. */
export const findReading = prepared((db, { id }: Params<{ id: string }>) =>
  db
    .select({ reading: readings, order: orders })
    .from(readings)
    .innerJoin(orders, eq(orders.id, readings.orderId))
    .where(and(eq(readings.id, id), isNull(orders.deletedAt))),
);

export const findReadingOfOrder = findIn(readings, readings.orderId);

export const insertReading = insertInto(readings);
export const updateReading = updateIn(readings);
export const insertRevision = insertInto(readingRevisions);
export const insertComment = insertInto(readingComments);

export const revisionsBefore = prepared(
  (db, { orderId, before, limit }: Params<{ orderId: string; before: number; limit: number }>) =>
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

const writerOfOrder = prepared((db, { orderId }: Params<{ orderId: string }>) =>
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

/** Returns name and signature of who last submitted an order's reading as a reader; null if only admins did. */
export function findWriter(db: Queryable, orderId: string) {
  return writerOfOrder(db).get({ orderId }) ?? null;
}

export type ShownReading = ReturnType<typeof listReadings>[number];

export const readingsOfOrders = prepared((db, { orderIds }: Params<{ orderIds: string }>) =>
  selectReadings(db).where(and(isInList(readings.orderId, orderIds), isNull(orders.deletedAt))),
);

type ReadingList = 'pending' | 'open' | 'approved';

const statusesOf: Record<ReadingList, OrderStatus[]> = {
  pending: ['reading_uploaded'],
  open: ['reading_uploaded', 'rejected'],
  approved: ['approved'],
};

/** Stands for the due date of an order that waits for its customer. */
const never = Number.MAX_SAFE_INTEGER;

/** Lists pending readings by due date, those that wait for their customers last; others by order, the newest first. */
export function listReadings(db: Queryable, list: ReadingList, after: DuePlace | null, limit: number) {
  const start = { dueAt: 0, seq: list === 'pending' ? 0 : never };
  const place = after ? { dueAt: after.dueAt || never, seq: after.seq } : start;
  return readingsAfter(db, list).all({ ...place, limit });
}

const readingsAfter = preparedPer((db, list: ReadingList, given: Params<DuePlace & { limit: number }>) => {
  // Few orders are open and are sorted; the plus keeps SQLite from reading all orders in their sequence instead.
  const seq = list === 'approved' ? sql`${orders.seq}` : sql`+${orders.seq}`;
  const due = sql`ifnull(${orders.dueAt}, ${never})`;
  const isPending = list === 'pending';
  return selectReadings(db)
    .where(
      and(
        inArray(orders.status, statusesOf[list]),
        isNull(orders.deletedAt),
        isPending ? sql`(${due}, ${seq}) > (${given.dueAt}, ${given.seq})` : lt(seq, given.seq),
        ...(isPending ? [ne(orders.paymentStatus, 'refunded'), isNotRefunding] : []),
      ),
    )
    .orderBy(...(isPending ? [due, seq] : [desc(seq)]))
    .limit(given.limit);
});

function selectReadings(db: Builder) {
  return db
    .select({ reading: readings, order: orders, readerName: users.username, waitsSince })
    .from(orders)
    .innerJoin(readings, eq(readings.orderId, orders.id))
    .leftJoin(users, eq(users.id, orders.assignedReaderId));
}

export const listComments = prepared((db, { readingId }: Params<{ readingId: string }>) =>
  db
    .select({
      id: readingComments.id,
      revision: readingComments.revision,
      from: readingComments.fromCharacter,
      to: readingComments.toCharacter,
      text: readingComments.text,
      author: users.username,
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
    .orderBy(
      asc(readingComments.revision),
      asc(readingComments.fromCharacter),
      asc(rowOrder(readingComments)),
    ),
);
