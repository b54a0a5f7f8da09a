import { and, asc, between, desc, eq, gt, gte, lt, max, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { isNotRefunding, orders, orderTallies } from '../../../db/schema.ts';
import { inList } from '../../../db/sql.ts';
import type { OrderListQuery, OrderSort, SortDirection } from '../../shared/orders/order-schema.ts';
import {
  openStatuses,
  orderStatuses,
  paymentStatuses,
  workablePaymentStatuses,
} from '../../shared/orders/order-status.ts';
import { searchedWords } from '../../shared/orders/search-text.ts';
import type { Span } from '../base/time/period-days.ts';
import { isOrderNumberTaken, selectShown } from './order-repository.ts';

/*
 * A call reads a bounded number of orders, however many there are. It looks for candidates: orders placed in
 * the given days, with a word of the search, or of the given kinds (status, payment, reader, deleted or not).
 * When these are few, it reads them all. Otherwise it reads a window: a number of orders from the cursor on,
 * along an index in the list's order, some of which match.
 */

export type OrderListOptions = OrderListQuery & {
  direction: SortDirection;
  now: number;
  within?: Span | undefined;
};

export interface OrderCursor {
  /** The value of the sorted column; null when sorted by date. */
  sorted: string | null;
  seq: number;
}

const usualReach = { few: 2_000, window: 5_000 };

/** Returns a page of orders, unpaid ones only if asked for; reads up to `reach` rows, so a page may be short. */
export function listOrders(
  db: Queryable,
  options: OrderListOptions,
  cursor: OrderCursor | null,
  reach = usualReach,
) {
  const list = completeList(db, options);
  const size = countOfKinds(db, list);
  const few = findFew(db, list, size, reach.few);
  const { total, following } = few
    ? readFew(db, list, few, cursor)
    : { total: hasTally(list) ? size : null, following: readWindow(db, list, cursor, reach.window) };
  const page = following.slice(0, list.limit);
  const isFull = following.length > page.length;
  const end = isFull ? page.at(-1) : few ? undefined : findEndOfWindow(db, list, cursor, reach.window);
  return {
    rows: listShown(db, list, page),
    total,
    next: end ?? null,
  };
}

type OrderList = ReturnType<typeof completeList>;

function completeList(db: Queryable, list: OrderListOptions) {
  return {
    ...list,
    // Orders of one status are in the order of their date.
    sort: list.sort === 'status' && list.status ? 'date' : list.sort,
    words: searchedWords(list.q ?? '', (orderNumber) => isOrderNumberTaken(db, orderNumber)),
    firstSeq: list.within ? findFirstSince(db, list.within.from) : 0,
    lastSeq: list.within ? findFirstSince(db, list.within.to) - 1 : Number.MAX_SAFE_INTEGER,
  };
}

/** Finds the first order since a time, or the number after the newest. */
function findFirstSince(db: Queryable, time: number): number {
  const first = db
    .select({ seq: orders.seq })
    .from(orders)
    .where(gte(orders.createdAt, time))
    .orderBy(asc(orders.createdAt), asc(orders.seq))
    .get();
  const newest = db.select({ seq: max(orders.seq) }).from(orders);
  return first?.seq ?? (newest.get()?.seq ?? 0) + 1;
}

/** Counts the orders of the given kinds, regardless of their date and the search. */
function countOfKinds(db: Queryable, list: OrderList): number {
  const size = sql<number>`ifnull(sum(${orderTallies.count}), 0)`;
  return db.select({ size }).from(orderTallies).where(isOfKinds(orderTallies, list)).get()?.size ?? 0;
}

/** Returns whether a list filters only by kinds, which the tallies count. */
function hasTally({ words, overdue, within, offer }: OrderList): boolean {
  return words.length === 0 && !overdue && !within && !offer;
}

/** Returns the sequence numbers of all candidates, or null when they may be more than a few. */
function findFew(db: Queryable, list: OrderList, size: number, few: number): number[] | null {
  const { firstSeq, lastSeq, words } = list;
  const placed = Math.max(0, lastSeq - firstSeq + 1);
  if (placed <= few) return Array.from({ length: placed }, (_, index) => firstSeq + index);
  // The search index knows parts of words from three letters on.
  for (const word of words.filter((one) => [...one].length >= 3)) {
    const found = findWithPhrase(db, word, few + 1);
    if (found.length <= few) return found;
  }
  return size <= few ? findOfKinds(db, list) : null;
}

function findWithPhrase(db: Queryable, phrase: string, limit: number): number[] {
  const quoted = `"${phrase.replaceAll('"', '""')}"`;
  const found = db.all<{ seq: number }>(
    sql`SELECT rowid AS seq FROM orders_search WHERE orders_search MATCH ${quoted} LIMIT ${limit}`,
  );
  return found.map(({ seq }) => seq);
}

function findOfKinds(db: Queryable, list: OrderList): number[] {
  const found = db.all<{ seq: number }>(
    sql`SELECT o.seq FROM order_tallies CROSS JOIN orders o INDEXED BY orders_facets
      ON o.payment_status = order_tallies.payment_status AND o.status = order_tallies.status
        AND o.assigned_reader_id IS nullif(order_tallies.reader_id, '')
        AND (o.deleted_at IS NOT NULL) = order_tallies.is_deleted
      WHERE ${isOfKinds(orderTallies, list)}`,
  );
  return found.map(({ seq }) => seq);
}

/** Reads all candidates. Returns how many of them match, and those that match and follow the cursor. */
function readFew(db: Queryable, list: OrderList, few: number[], cursor: OrderCursor | null) {
  const found = db
    .select({
      seq: orders.seq,
      sorted: sortColumns[list.sort],
      isAfter: cursor ? follows(list, cursor) : sql`1`,
    })
    .from(sql`json_each(${JSON.stringify(few)})`)
    .crossJoin(orders)
    .where(and(eq(orders.seq, sql`json_each.value`), isWanted(list, sql`${orders.searchText}`)))
    .orderBy(...orderOf(list))
    .all();
  return { total: found.length, following: found.filter(({ isAfter }) => isAfter === 1) };
}

function follows({ sort, direction }: OrderList, { sorted, seq }: OrderCursor): SQL {
  const { isPast } = directions[direction];
  if (sort === 'date') return isPast(orders.seq, seq);
  return isPast(sql`(${sortColumns[sort]}, ${orders.seq})`, sql`(${sorted}, ${seq})`);
}

/** Returns the matching orders of a window, at most one more than a page. */
function readWindow(db: Queryable, list: OrderList, cursor: OrderCursor | null, window: number) {
  return db
    .select({ seq: orders.seq, sorted: sortColumns[list.sort] })
    .from(sql`(${along(list, cursor)} LIMIT ${window}) looked`)
    .crossJoin(orders)
    .where(and(eq(orders.seq, sql`looked.seq`), isWanted(list, sql`looked.text`)))
    .limit(list.limit + 1)
    .all();
}

/** Finds the last order of a window; undefined when there are no more orders than that. */
function findEndOfWindow(db: Queryable, list: OrderList, cursor: OrderCursor | null, window: number) {
  return db.get<OrderCursor | undefined>(sql`${along(list, cursor)} LIMIT 1 OFFSET ${window - 1}`);
}

/** Selects the orders after the cursor, in the order of the list, so that they are read along an index. */
function along(list: OrderList, cursor: OrderCursor | null): SQL {
  const { sort, direction, words } = list;
  const { isPast } = directions[direction];
  const column = sortColumns[sort];
  const text = words.length > 0 ? sql`, ${orders.searchText} AS text` : sql``;
  const select = (where: SQL | undefined) =>
    sql`SELECT ${orders.seq} AS seq, ${column} AS sorted${text} FROM ${orders} WHERE ${where}`;
  const way = sql.raw(direction);
  if (sort === 'date') {
    const { firstSeq, lastSeq } = cursor ? restOf(list, cursor) : list;
    return sql`${select(between(orders.seq, firstSeq, lastSeq))} ORDER BY seq ${way}`;
  }
  // SQLite uses the index for each part, but not for a comparison of pairs.
  const rest = cursor
    ? sql`${select(and(eq(column, cursor.sorted), isPast(orders.seq, cursor.seq)))}
        UNION ALL ${select(isPast(column, cursor.sorted))}`
    : select(sql`1`);
  return sql`${rest} ORDER BY sorted ${way}, seq ${way}`;
}

/** Narrows the range of a list by date to the part after the cursor: SQLite uses one bound at each end. */
function restOf({ direction, firstSeq, lastSeq }: OrderList, { seq }: OrderCursor) {
  return direction === 'asc'
    ? { firstSeq: Math.max(firstSeq, seq + 1), lastSeq }
    : { firstSeq, lastSeq: Math.min(lastSeq, seq - 1) };
}

function listShown(db: Queryable, list: OrderList, page: OrderCursor[]) {
  const seqs = page.map(({ seq }) => seq);
  return selectShown(db)
    .where(inList(orders.seq, seqs))
    .orderBy(...orderOf(list))
    .all();
}

/** The columns by which a list is sorted, before `seq`, which ascends with the date. */
const sortColumns: Record<OrderSort, SQL<string | null>> = {
  date: sql`NULL`,
  customer: sql`${orders.customerName} COLLATE NOCASE`,
  status: sql`${orders.status}`,
};

const directions = { asc: { by: asc, isPast: gt }, desc: { by: desc, isPast: lt } };

function orderOf({ sort, direction }: OrderList): SQL[] {
  const { by } = directions[direction];
  return sort === 'date' ? [by(orders.seq)] : [by(sortColumns[sort]), by(orders.seq)];
}

/** Builds the condition that an order is on the list. `text`: its search text. */
function isWanted(list: OrderList, text: SQL): SQL | undefined {
  const { words, firstSeq, lastSeq, offer = 'all', overdue, now } = list;
  return and(
    ...words.map((word) => sql`instr(${text}, ${word}) > 0`),
    between(sql`+${orders.seq}`, firstSeq, lastSeq),
    isOfKinds(kindOfOrder, list),
    offer === 'all' ? undefined : eq(orders.offerId, offer),
    overdue ? and(lt(orders.dueAt, now), isNotRefunding) : undefined,
  );
}

// The plus keeps SQLite from other indexes.
const kindOfOrder = {
  paymentStatus: sql`+${orders.paymentStatus}`,
  status: sql`+${orders.status}`,
  readerId: sql`ifnull(${orders.assignedReaderId}, '')`,
  isDeleted: sql`(${orders.deletedAt} IS NOT NULL)`,
};

function isOfKinds(kind: typeof kindOfOrder | typeof orderTallies, list: OrderList): SQL | undefined {
  const { status, payment, reader = 'all', overdue, deleted } = list;
  const statuses = overdue ? openStatuses : orderStatuses;
  const begun = paymentStatuses.filter((one) => payment !== undefined || one !== 'unpaid');
  const payments = overdue ? workablePaymentStatuses : begun;
  const isAsked = (one: string, asked = 'all') => asked === 'all' || one === asked;
  const isOfReader =
    reader === 'any'
      ? sql`${kind.readerId} <> ''`
      : sql`${kind.readerId} = ${reader === 'none' ? '' : reader}`;
  return and(
    sql`${kind.isDeleted} = ${deleted ? 1 : 0}`,
    sql`${kind.status} IN ${statuses.filter((one) => isAsked(one, status))}`,
    sql`${kind.paymentStatus} IN ${payments.filter((one) => isAsked(one, payment))}`,
    reader === 'all' ? undefined : isOfReader,
  );
}
