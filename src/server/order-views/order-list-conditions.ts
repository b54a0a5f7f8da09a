import { and, asc, desc, eq, inArray, lt, ne, type SQL, sql } from '../../../db/drizzle.ts';
import { orders, orderTallies } from '../../../db/schema.ts';
import { openStatuses, orderStatuses, workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import type { OrderListQuery, OrderSort, SortDirection } from '../../shared/orders/orders.ts';

/* What the admin's list asks for, in SQL. */

export type OrderListOptions = OrderListQuery & { direction: SortDirection; now: number };

/** Where the last page ended. */
export interface OrderCursor {
  /** The value of the sorted column in the last row; null when sorted by date. */
  value: string | null;
  seq: number;
}

/** Where the kind of an order stands, in a table. */
interface Kind {
  paymentStatus: SQL;
  status: SQL;
  /** Empty: no reader. */
  readerId: SQL;
  isDeleted: SQL;
}

export const kindOfTally: Kind = {
  paymentStatus: sql`${orderTallies.paymentStatus}`,
  status: sql`${orderTallies.status}`,
  readerId: sql`${orderTallies.readerId}`,
  isDeleted: sql`${orderTallies.isDeleted}`,
};

const kindOfOrder: Kind = {
  paymentStatus: sql`${orders.paymentStatus}`,
  status: sql`${orders.status}`,
  readerId: sql`ifnull(${orders.assignedReaderId}, '')`,
  isDeleted: sql`(${orders.deletedAt} IS NOT NULL)`,
};

/** Which kinds of orders are asked for. */
export function isAskedFor(list: OrderListOptions, kind: Kind): SQL | undefined {
  const conditions: SQL[] = [eq(kind.isDeleted, list.deleted === 'true' ? 1 : 0)];
  if (list.payment === undefined) conditions.push(ne(kind.paymentStatus, 'unpaid'));
  else if (list.payment !== 'all') conditions.push(eq(kind.paymentStatus, list.payment));
  if (list.status) conditions.push(eq(kind.status, list.status));
  if (list.reader === 'any') conditions.push(ne(kind.readerId, ''));
  else if (list.reader) conditions.push(eq(kind.readerId, list.reader === 'none' ? '' : list.reader));
  if (list.overdue) {
    conditions.push(inArray(kind.status, [...openStatuses]));
    conditions.push(inArray(kind.paymentStatus, [...workablePaymentStatuses]));
  }
  return and(...conditions);
}

/** Everything that is asked for but the search term. */
export function isWanted(list: OrderListOptions): SQL | undefined {
  return and(isAskedFor(list, kindOfOrder), list.overdue ? lt(orders.dueAt, list.now) : undefined);
}

/** @returns whether each of these words occurs in a text that is folded as they are */
export function hasWords(words: string[], text: SQL = sql`${orders.searchText}`): SQL | undefined {
  return and(...words.map((word) => sql`instr(${text}, ${word}) > 0`));
}

/** The date's order is the order of creation, which `seq` is. */
function sortColumn(sort: OrderSort): SQL | null {
  if (sort === 'customer') return sql`${orders.customerName} COLLATE NOCASE`;
  if (sort === 'status') return sql`${orders.status}`;
  return null;
}

export function sortedValue(sort: OrderSort): SQL<string | null> {
  if (sort === 'customer') return sql<string>`${orders.customerName}`;
  if (sort === 'status') return sql<string>`${orders.status}`;
  return sql<null>`NULL`;
}

export function orderBy(list: OrderListOptions): SQL[] {
  const direction = list.direction === 'asc' ? asc : desc;
  const column = sortColumn(list.sort);
  return [...(column ? [direction(column)] : []), direction(orders.seq)];
}

/** Whether an order follows a place in the list. */
export function after(list: OrderListOptions, { value, seq }: OrderCursor): SQL {
  const sign = sql.raw(list.direction === 'asc' ? '>' : '<');
  const column = sortColumn(list.sort);
  if (!column || value === null) return sql`${orders.seq} ${sign} ${seq}`;
  // SQLite finds no pair in an index by another collation; the first part, which says nothing new, it finds.
  return sql`(${column} ${sign}= ${value} AND (${column}, ${orders.seq}) ${sign} (${value}, ${seq}))`;
}

/** Whether an order comes before the end of a stretch, or is it. */
export function upTo(list: OrderListOptions, { value, seq }: OrderCursor): SQL {
  const sign = sql.raw(list.direction === 'asc' ? '<=' : '>=');
  const column = list.sort === 'customer' ? sortColumn(list.sort) : null;
  if (!column || value === null) return sql`${orders.seq} ${sign} ${seq}`;
  return sql`(${column} ${sign} ${value} AND (${column}, ${orders.seq}) ${sign} (${value}, ${seq}))`;
}

/**
 * The rest of a list in parts that can each be found in an index from end to end. A list by status has one
 * for every status.
 */
export function stretches(list: OrderListOptions, cursor: OrderCursor | null): (SQL | undefined)[] {
  if (list.sort !== 'status') return [cursor ? after(list, cursor) : undefined];
  const statuses = [...orderStatuses].sort();
  if (list.direction === 'desc') statuses.reverse();
  return statuses
    .filter(
      (status) =>
        !cursor?.value || (list.direction === 'asc' ? status >= cursor.value : status <= cursor.value),
    )
    .filter((status) => !list.status || status === list.status)
    .map((status) => {
      const isFollowing = cursor?.value === status ? after({ ...list, sort: 'date' }, cursor) : undefined;
      return and(eq(orders.status, status), isFollowing);
    });
}
