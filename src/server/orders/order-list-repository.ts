import type { Queryable } from '../../../db/client.ts';
import { and, lt, or, type SQL, sql } from '../../../db/drizzle.ts';
import {
  aliasedColumns,
  isInList,
  jsonList,
  type Params,
  prepared,
  preparedPer,
  rawStatement,
} from '../../../db/prepared.ts';
import {
  isNotRefunding,
  isUndelivered,
  offerSlug,
  orders,
  orderTallies,
  users,
  waitsSince,
} from '../../../db/schema.ts';
import {
  openStatuses,
  orderStatuses,
  paymentStatuses,
  workablePaymentStatuses,
} from '../../shared/orders/order-status.ts';
import type { OrderListQuery, OrderSort, SortDirection } from '../../shared/orders/orders.ts';
import { searchedWords } from '../../shared/orders/search-text.ts';
import type { Span } from '../base/time/period-days.ts';
import {
  isOrderNumberTaken,
  parseRow,
  type ShownOrder,
  shownColumns,
  type Unparsed,
} from './order-repository.ts';

/* A call reads a bounded number of orders: all candidates when these are few, else an index window. */

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

type Seqs = { firstSeq: number; lastSeq: number };
type Sorting = { sort: OrderSort; direction: SortDirection };

/** The forms of a list's statements: whether the candidates are given, and how many words are searched for. */
type ListForm = Sorting & { isFew: boolean; hasCursor: boolean; words: number };

type ListValues = Seqs & {
  statuses: string;
  payments: string;
  /** A reader's id, `all`, `any`, or empty for none. */
  reader: string;
  isDeleted: 0 | 1;
  /** An offer's id, or `all`. */
  offer: string;
  dueBefore: number | null;
} & Record<`word${number}`, string>;

type PageValues = ListValues & {
  afterValue: string | null;
  afterSeq: number;
  few: string;
  window: number;
  limit: number;
};

/** Returns a page of orders, unpaid ones only if asked for. It reads up to `reach` and may be short of its limit. */
export function listOrders(
  db: Queryable,
  list: OrderListOptions,
  cursor: OrderCursor | null,
  reach = usualReach,
) {
  // Orders of one status are in the order of their date.
  const sort = list.sort === 'status' && list.status ? 'date' : list.sort;
  const words = searchedWords(list.q ?? '', (orderNumber) => isOrderNumberTaken(db, orderNumber));
  const placed = placedWithin(db, list.within);
  const values = valuesOf(list, words, placed);
  const size = tallied(db).get(values)?.size ?? 0;
  const few = findFew(db, values, words, size, reach.few);
  const sorting = { sort, direction: list.direction };
  const form = { ...sorting, isFew: few !== null, hasCursor: cursor !== null, words: words.length };
  const pageValues = {
    ...values,
    ...(sort === 'date' && !few && rest(placed, list.direction, cursor)),
    afterValue: cursor?.sorted ?? null,
    afterSeq: cursor?.seq ?? 0,
    few: jsonList(few ?? []),
    window: reach.window,
    limit: list.limit + 1,
  };
  const found = foundOrders(db, form).all(pageValues);
  const following = found.filter(({ isAfter }) => isAfter === 1);
  const page = following.slice(0, list.limit);
  const seqs = jsonList(page.map(({ seq }) => seq));
  const rows = shownOrders(db, sorting)
    .all({ seqs })
    .map(parseRow<ShownOrder & OrderCursor>);
  const isFull = following.length > page.length;
  const end = isFull ? rows.at(-1) : few ? undefined : endOfWindow(db, form).get(pageValues);
  const isTallied = words.length === 0 && !list.overdue && !list.within && !list.offer;
  return {
    rows,
    total: few ? found.length : isTallied ? size : null,
    next: end ?? null,
  };
}

function valuesOf(list: OrderListOptions, words: string[], placed: Seqs): ListValues {
  const { status, payment, reader = 'all', offer = 'all', overdue, deleted, now } = list;
  const statuses = overdue ? openStatuses : orderStatuses;
  const begun = paymentStatuses.filter((one) => payment !== undefined || one !== 'unpaid');
  const payments = overdue ? workablePaymentStatuses : begun;
  const isAsked = (one: string, asked: string | undefined) =>
    asked === undefined || asked === 'all' || one === asked;
  return {
    ...placed,
    statuses: jsonList(statuses.filter((one) => isAsked(one, status))),
    payments: jsonList(payments.filter((one) => isAsked(one, payment))),
    reader: reader === 'none' ? '' : reader,
    isDeleted: deleted ? 1 : 0,
    offer,
    dueBefore: overdue ? now : null,
    ...Object.fromEntries(words.map((word, place) => [`word${place}`, word])),
  };
}

/** @returns all candidates, or null when they may be more than a few */
function findFew(db: Queryable, values: ListValues, words: string[], size: number, few: number) {
  const { firstSeq, lastSeq } = values;
  const placed = Math.max(0, lastSeq - firstSeq + 1);
  if (placed <= few) return Array.from({ length: placed }, (_, index) => firstSeq + index);
  // A trigram index.
  for (const word of words.filter((one) => [...one].length >= 3)) {
    const found = seqsOfPhrase(db).all({ phrase: `"${word.replaceAll('"', '""')}"`, limit: few + 1 });
    if (found.length <= few) return found.map(({ seq }) => seq);
  }
  return size <= few
    ? seqsOfKinds(db)
        .all(values)
        .map(({ seq }) => seq)
    : null;
}

const seqsOfPhrase = prepared((db, { phrase, limit }: Params<{ phrase: string; limit: number }>) =>
  rawStatement<{ seq: number }>(
    db,
    sql`SELECT rowid AS seq FROM orders_search WHERE orders_search MATCH ${phrase} LIMIT ${limit}`,
  ),
);

// The plus keeps SQLite from other indexes.
const kindOfOrder = {
  paymentStatus: sql`+${orders.paymentStatus}`,
  status: sql`+${orders.status}`,
  readerId: sql`ifnull(${orders.assignedReaderId}, '')`,
  isDeleted: sql`(${orders.deletedAt} IS NOT NULL)`,
};

function isOfKinds(kind: typeof orderTallies | typeof kindOfOrder, given: Params<ListValues>): SQL {
  const { statuses, payments, reader, isDeleted } = given;
  return sql`${kind.isDeleted} = ${isDeleted}
    AND ${isInList(sql`${kind.status}`, statuses)} AND ${isInList(sql`${kind.paymentStatus}`, payments)}
    AND CASE ${reader} WHEN 'all' THEN 1 WHEN 'any' THEN ${kind.readerId} <> '' ELSE ${kind.readerId} = ${reader} END`;
}

const tallied = prepared((db, given: Params<ListValues>) =>
  rawStatement<{ size: number }>(
    db,
    sql`SELECT ifnull(sum(${orderTallies.count}), 0) AS size FROM ${orderTallies}
      WHERE ${isOfKinds(orderTallies, given)}`,
  ),
);

const seqsOfKinds = prepared((db, given: Params<ListValues>) =>
  rawStatement<{ seq: number }>(
    db,
    sql`SELECT o.seq FROM order_tallies CROSS JOIN orders o INDEXED BY orders_facets
      ON o.payment_status = order_tallies.payment_status AND o.status = order_tallies.status
        AND o.assigned_reader_id IS nullif(order_tallies.reader_id, '')
        AND (o.deleted_at IS NOT NULL) = order_tallies.is_deleted
      WHERE ${isOfKinds(orderTallies, given)}`,
  ),
);

function isWanted(given: Params<ListValues>, text: SQL, words: number): SQL | undefined {
  const { firstSeq, lastSeq, dueBefore, offer } = given;
  const places = Array.from({ length: words }, (_, place) => place);
  return and(
    ...places.map((place) => sql`instr(${text}, ${given[`word${place}`]}) > 0`),
    sql`+${orders.seq} BETWEEN ${firstSeq} AND ${lastSeq}`,
    isOfKinds(kindOfOrder, given),
    or(sql`${offer} = 'all'`, sql`${orders.offerId} = ${offer}`),
    or(sql`${dueBefore} IS NULL`, and(lt(orders.dueAt, dueBefore), isNotRefunding)),
  );
}

/** The sorted column, followed by `seq`, which ascends with the date. */
const sortColumns: Record<OrderSort, SQL> = {
  date: sql`NULL`,
  customer: sql`${orders.customerName} COLLATE NOCASE`,
  status: sql`${orders.status}`,
};

function orderBy({ sort, direction }: Sorting): SQL {
  const way = sql.raw(direction);
  return sort === 'date' ? sql`seq ${way}` : sql`sorted ${way}, seq ${way}`;
}

const signs = { asc: sql.raw('>'), desc: sql.raw('<') };

function along({ sort, direction, hasCursor, words }: ListForm, given: Params<PageValues>): SQL {
  const { firstSeq, lastSeq, afterValue, afterSeq } = given;
  const column = sortColumns[sort];
  const text = words > 0 ? sql`, ${orders.searchText} AS text` : sql``;
  const select = (isIncluded: SQL) =>
    sql`SELECT ${orders.seq} AS seq, ${column} AS sorted ${text} FROM ${orders} WHERE ${isIncluded}`;
  if (sort === 'date') {
    return sql`${select(sql`${orders.seq} BETWEEN ${firstSeq} AND ${lastSeq}`)} ORDER BY ${orderBy({ sort, direction })}`;
  }
  const sign = signs[direction];
  // SQLite uses the index for each part, but not for a comparison of pairs.
  const rest = hasCursor
    ? sql`${select(sql`${column} = ${afterValue} AND ${orders.seq} ${sign} ${afterSeq}`)}
      UNION ALL ${select(sql`${column} ${sign} ${afterValue}`)}`
    : select(sql`1`);
  return sql`${rest} ORDER BY ${orderBy({ sort, direction })}`;
}

const foundOrders = preparedPer((db, form: ListForm, given: Params<PageValues>) => {
  const { sort, direction, isFew, hasCursor, words } = form;
  const { afterValue, afterSeq, few, window, limit } = given;
  const follows =
    sort === 'date'
      ? sql`${orders.seq} ${signs[direction]} ${afterSeq}`
      : sql`(${sortColumns[sort]}, ${orders.seq}) ${signs[direction]} (${afterValue}, ${afterSeq})`;
  const looked = isFew
    ? sql`SELECT value AS seq FROM json_each(${few})`
    : sql`${along(form, given)} LIMIT ${window}`;
  return rawStatement<{ seq: number; isAfter: number }>(
    db,
    sql`SELECT ${orders.seq} AS seq, ${sortColumns[sort]} AS sorted, ${isFew && hasCursor ? follows : sql`1`} AS isAfter
      FROM (${looked}) looked CROSS JOIN ${orders} ON ${orders.seq} = looked.seq
      WHERE ${isWanted(given, isFew ? sql`${orders.searchText}` : sql`looked.text`, words)}
      ${isFew ? sql`ORDER BY ${orderBy(form)}` : sql`LIMIT ${limit}`}`,
  );
});

const shownOrders = preparedPer((db, sorting: Sorting, { seqs }: Params<{ seqs: string }>) =>
  rawStatement<Unparsed<ShownOrder & OrderCursor>>(
    db,
    sql`SELECT ${aliasedColumns(orders, shownColumns)}, ${users.username} AS readerName, ${waitsSince} AS waitsSince,
        ${isUndelivered} AS isUndelivered, ${offerSlug} AS offerSlug, ${orders.seq} AS seq, ${sortColumns[sorting.sort]} AS sorted
      FROM ${orders} LEFT JOIN ${users} ON ${users.id} = ${orders.assignedReaderId}
      WHERE ${isInList(orders.seq, seqs)} ORDER BY ${orderBy(sorting)}`,
  ),
);

const endOfWindow = preparedPer((db, form: ListForm, given: Params<PageValues>) =>
  rawStatement<OrderCursor>(db, sql`${along(form, given)} LIMIT 1 OFFSET ${given.window} - 1`),
);

function rest(placed: Seqs, direction: SortDirection, cursor: OrderCursor | null): Seqs {
  const { firstSeq, lastSeq } = placed;
  if (!cursor) return placed;
  return direction === 'asc'
    ? { firstSeq: Math.max(firstSeq, cursor.seq + 1), lastSeq }
    : { firstSeq, lastSeq: Math.min(lastSeq, cursor.seq - 1) };
}

/** The first order since a time, or the number after the newest. */
const firstPlaced = prepared((db, { from }: Params<{ from: number }>) =>
  rawStatement<{ seq: number }>(
    db,
    sql`SELECT ifnull(
        (SELECT seq FROM ${orders} WHERE ${orders.createdAt} >= ${from} ORDER BY created_at, seq LIMIT 1),
        (SELECT ifnull(max(seq), 0) + 1 FROM ${orders})
      ) AS seq`,
  ),
);

function placedWithin(db: Queryable, span: Span | undefined): Seqs {
  const firstFrom = (from: number) => firstPlaced(db).get({ from })?.seq ?? 0;
  return span
    ? { firstSeq: firstFrom(span.from), lastSeq: firstFrom(span.to) - 1 }
    : { firstSeq: 0, lastSeq: Number.MAX_SAFE_INTEGER };
}
