import { and, type SQL, sql } from '../../../../db/drizzle.ts';
import { type Given, isAmong, named, prepared, preparedPer, written } from '../../../../db/prepared.ts';
import { isUndelivered, orders, orderTallies, users, waitsSince } from '../../../../db/schema.ts';
import { type ShownOrder, shownColumns } from '../../orders/order-repository.ts';
import {
  type AfterValues,
  type BoundsForm,
  type BoundsValues,
  hasWords,
  isAfter,
  isAskedFor,
  isWanted,
  isWithin,
  type KindValues,
  kindOfTally,
  type ListForm,
  type ListValues,
  type OrderCursor,
  orderBy,
  type Sorting,
  sortedValue,
  type WordValues,
} from './order-list-conditions.ts';

/*
 * The statements of the admin's list. Their rows come as SQLite has them: Drizzle's mapping of so many takes
 * longer than finding them.
 */

interface Seq {
  seq: number;
}

/** How many orders are of the kinds asked for. */
export const sizeOfKinds = preparedPer((db, kinds: ListForm['kinds'], given: Given<KindValues>) =>
  written<{ size: number }>(
    db,
    sql`SELECT ifnull(sum(${orderTallies.count}), 0) AS size FROM ${orderTallies}
      WHERE ${isAskedFor(kinds, kindOfTally, given)}`,
  ),
);

/** The orders of the kinds asked for. */
export const seqsOfKinds = preparedPer((db, kinds: ListForm['kinds'], given: Given<KindValues>) =>
  written<Seq>(
    db,
    sql`SELECT o.seq FROM order_tallies CROSS JOIN orders o INDEXED BY orders_facets
      ON o.payment_status = order_tallies.payment_status AND o.status = order_tallies.status
        AND o.assigned_reader_id IS nullif(order_tallies.reader_id, '')
        AND (o.deleted_at IS NOT NULL) = order_tallies.is_deleted
      WHERE ${isAskedFor(kinds, kindOfTally, given)}`,
  ),
);

/** Orders that are in no index of their words as yet: a search looks at them one by one (db/order-search.ts). */
const isNew = sql`seq > (SELECT coalesce(max(id), 0) FROM orders_search_content)`;

/** Some orders in which a phrase of FTS5 occurs, and those that are new. */
export const seqsOfPhrase = prepared((db, { phrase, limit }: Given<{ phrase: string; limit: number }>) =>
  written<Seq>(
    db,
    sql`SELECT rowid AS seq FROM orders_search WHERE orders_search MATCH ${phrase}
      UNION ALL SELECT seq FROM orders WHERE ${isNew} LIMIT ${limit}`,
  ),
);

/** The orders in which a phrase of FTS5 occurs, and those that are new, in the order of their creation. */
export const seqsOfPhraseByDate = preparedPer(
  (
    db,
    { direction, hasStart }: { direction: Sorting['direction']; hasStart: boolean },
    { phrase, afterSeq, limit }: Given<{ phrase: string; afterSeq: number; limit: number }>,
  ) => {
    const sign = sql.raw(direction === 'asc' ? '>' : '<');
    const follows = (seq: SQL) => (hasStart ? sql`AND ${seq} ${sign} ${afterSeq}` : sql``);
    return written<Seq>(
      db,
      sql`SELECT rowid AS seq FROM orders_search WHERE orders_search MATCH ${phrase} ${follows(sql`rowid`)}
        UNION ALL SELECT seq FROM orders WHERE ${isNew} ${follows(sql`seq`)}
        ORDER BY seq ${sql.raw(direction)} LIMIT ${limit}`,
    );
  },
);

/** The orders of a part of a list in whose texts words occur. */
export const ordersOfText = preparedPer(
  (
    db,
    { sorting, bounds, words }: { sorting: Sorting; bounds: BoundsForm; words: number },
    given: Given<BoundsValues & WordValues & { limit: number }>,
  ) => {
    // The texts stand in the index by customer. Otherwise they are read where FTS5 keeps them, close together.
    const isInIndex = sorting.sort === 'customer';
    const source = isInIndex
      ? sql`orders`
      : sql`orders LEFT JOIN orders_search_content c ON c.id = orders.seq`;
    const text = isInIndex ? undefined : sql`ifnull(c.c0, ${orders.searchText})`;
    return written<OrderCursor>(
      db,
      sql`SELECT orders.seq, ${sortedValue(sorting.sort)} AS value FROM ${source}
        WHERE ${and(isWithin(sorting, bounds, given), hasWords(words, given, text))}
        ORDER BY ${sql.join(orderBy(sorting), sql`, `)} LIMIT ${given.limit}`,
    );
  },
);

/** The order that stands somewhere in a part of a list. */
export const orderAt = preparedPer(
  (
    db,
    { sorting, bounds }: { sorting: Sorting; bounds: BoundsForm },
    given: Given<BoundsValues & { place: number }>,
  ) =>
    written<OrderCursor>(
      db,
      sql`SELECT ${orders.seq}, ${sortedValue(sorting.sort)} AS value FROM ${orders}
        WHERE ${isWithin(sorting, bounds, given) ?? sql`1`}
        ORDER BY ${sql.join(orderBy(sorting), sql`, `)} LIMIT 1 OFFSET ${given.place}`,
    ),
);

/** What decides which of some orders are wanted. */
interface AmongForm {
  form: ListForm;
  hasCursor: boolean;
  words: number;
}

/** Those of some orders that are wanted, and whether they follow the cursor. */
export const wantedAmong = preparedPer(
  (
    db,
    { form, hasCursor, words }: AmongForm,
    given: Given<ListValues & AfterValues & WordValues & { seqs: string }>,
  ) =>
    written<OrderCursor & { isAfter: number }>(
      db,
      sql`SELECT ${orders.seq}, ${sortedValue(form.sorting.sort)} AS value,
          ${hasCursor ? isAfter(form.sorting, given) : sql`1`} AS isAfter
        FROM ${orders}
        WHERE ${and(isAmong(orders.seq, given.seqs), isWanted(form.kinds, given), hasWords(words, given))}
        ORDER BY ${sql.join(orderBy(form.sorting), sql`, `)}`,
    ),
);

/** The wanted orders of a part of a list. */
export const wantedWithin = preparedPer(
  (
    db,
    { form, bounds }: { form: ListForm; bounds: BoundsForm },
    given: Given<ListValues & BoundsValues & { limit: number }>,
  ) =>
    written<OrderCursor>(
      db,
      sql`SELECT ${orders.seq}, ${sortedValue(form.sorting.sort)} AS value FROM ${orders}
        WHERE ${and(isWithin(form.sorting, bounds, given), isWanted(form.kinds, given))}
        ORDER BY ${sql.join(orderBy(form.sorting), sql`, `)} LIMIT ${given.limit}`,
    ),
);

/** What is shown of orders. */
export const shownOrders = preparedPer((db, sorting: Sorting, { seqs }: Given<{ seqs: string }>) =>
  written<ShownOrder>(
    db,
    sql`SELECT ${named(orders, shownColumns)}, ${users.username} AS readerName, ${waitsSince} AS waitsSince,
        ${isUndelivered} AS isUndelivered
      FROM ${orders} LEFT JOIN ${users} ON ${users.id} = ${orders.assignedReaderId}
      WHERE ${isAmong(orders.seq, seqs)} ORDER BY ${sql.join(orderBy(sorting), sql`, `)}`,
  ),
);
