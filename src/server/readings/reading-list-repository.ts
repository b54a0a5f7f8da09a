import type { Queryable } from '../../../db/client.ts';
import { and, asc, desc, eq, isNull, lt, ne, type SQL, sql } from '../../../db/drizzle.ts';
import {
  type Builder,
  type Given,
  isAmong,
  listed,
  named,
  prepared,
  preparedPer,
  written,
} from '../../../db/prepared.ts';
import { isNotRefunding, orders, readings, users, waitsSince } from '../../../db/schema.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import { type DueHalf, type DuePlace, isInHalf, readByDueDate } from '../orders/due-place-repository.ts';
import { type ShownReading, shownOfOrder, shownOfReading } from './kept/reading-repository.ts';

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

/** Whether a part of a list begins after another one. */
interface Part {
  hasStart: boolean;
}

const readingsIn = preparedPer(
  (
    db,
    { hasStart }: Part,
    { status, before, limit }: Given<{ status: OrderStatus; before: number | null; limit: number }>,
  ) =>
    selectListed(db)
      .where(
        and(
          eq(orders.status, status),
          hasStart ? lt(orders.seq, before) : undefined,
          isNull(orders.deletedAt),
        ),
      )
      .orderBy(desc(orders.seq))
      .limit(limit),
);

/** @returns the readings of orders in a state, those of the newest orders first */
export function listReadingsIn(
  db: Queryable,
  status: OrderStatus,
  before: number | null,
  limit: number,
): ListedReading[] {
  return readingsIn(db, { hasStart: before !== null }).all({ status, before, limit });
}

const pendingReadings = preparedPer((db, half: DueHalf, given: Given<DuePlace & { limit: number }>) =>
  selectListed(db)
    .where(
      and(
        // As the index `orders_open` has it, or it would not be used; the plus keeps SQLite to it.
        sql`${orders.status} <> 'approved'`,
        isNull(orders.deletedAt),
        eq(sql`+${orders.status}`, 'reading_uploaded'),
        // Nothing of them can be sent any more.
        ne(sql`+${orders.paymentStatus}`, 'refunded'),
        isNotRefunding,
        isInHalf(half, given),
      ),
    )
    .orderBy(asc(orders.dueAt), asc(orders.seq))
    .limit(given.limit),
);

/** @returns the readings that wait for the admin: the most urgent first, at the end those whose orders wait for a customer */
export function listPendingReadings(db: Queryable, after: DuePlace | null, limit: number): ListedReading[] {
  return readByDueDate(after, limit, (half, from) => pendingReadings(db, half).all(from));
}

const readingsBySeq = prepared((db, { seqs }: Given<{ seqs: string }>) =>
  selectShown(db, isAmong(orders.seq, seqs)),
);

/** @returns these readings with their orders, in the same sequence */
export function readListed(db: Queryable, shown: ListedReading[]): ShownReading[] {
  const rows = readingsBySeq(db).all({ seqs: listed(shown.map(({ seq }) => seq)) });
  const found = new Map(rows.map((row) => [row.seq, withCards(row)]));
  return shown.flatMap(({ seq }) => found.get(seq) ?? []);
}

const readingsByOrder = prepared((db, { orderIds }: Given<{ orderIds: string }>) =>
  selectShown(db, sql`${isAmong(readings.orderId, orderIds)} AND ${orders.deletedAt} IS NULL`),
);

/** @returns the readings of these orders, unless an order was deleted */
export function readReadingsOf(db: Queryable, orderIds: string[]): ShownReading[] {
  return readingsByOrder(db)
    .all({ orderIds: listed(orderIds) })
    .map(withCards);
}

/** A row as SQLite has it: the cards are a text. */
type StoredReading = Omit<ShownReading, 'cards'> & { cards: string };

function withCards(row: StoredReading): ShownReading {
  return { ...row, cards: JSON.parse(row.cards) as DrawnCard[] };
}

/** As SQLite has them: Drizzle's mapping of so many rows takes longer than finding them. */
function selectShown(db: Builder, condition: SQL) {
  return written<StoredReading>(
    db,
    sql`SELECT ${named(readings, shownOfReading)}, ${named(orders, shownOfOrder)}, ${users.username} AS readerName,
        ${waitsSince} AS waitsSince
      FROM ${readings} INNER JOIN ${orders} ON ${orders.id} = ${readings.orderId}
        LEFT JOIN ${users} ON ${users.id} = ${orders.assignedReaderId} WHERE ${condition}`,
  );
}

function selectListed(db: Builder) {
  // Unlike length(), octet_length() does not read the text.
  const lengths = [readings.content, readings.cards, orders.internalNotes, orders.backgroundContext].map(
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
    .innerJoin(readings, eq(readings.orderId, orders.id));
}
