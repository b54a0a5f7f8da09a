import { and, asc, desc, eq, inArray, lt, ne, type SQL, sql } from '../../../../db/drizzle.ts';
import type { Given } from '../../../../db/prepared.ts';
import { isNotRefunding, orders, orderTallies } from '../../../../db/schema.ts';
import {
  type OrderStatus,
  openStatuses,
  workablePaymentStatuses,
} from '../../../shared/orders/order-status.ts';
import type { OrderListQuery, OrderSort, SortDirection } from '../../../shared/orders/orders.ts';
import type { Span } from '../../time/period-days.ts';
import type { PlacedSeqs } from './placed-orders-repository.ts';

/* What the admin's list asks for, in SQL: forms, which are few, and the values that come with each call. */

export type OrderListOptions = OrderListQuery & {
  direction: SortDirection;
  now: number;
  /** When they were placed. */
  within?: Span | undefined;
};

/** Where the last page ended. */
export interface OrderCursor {
  /** The value of the sorted column in the last row; null when sorted by date. */
  value: string | null;
  seq: number;
}

export interface Sorting {
  sort: OrderSort;
  direction: SortDirection;
}

/** Which conditions there are on the kind of an order. */
interface Kinds {
  hasStatus: boolean;
  payment: 'begun' | 'one' | 'all';
  reader: 'any' | 'one' | 'all';
  isOverdue: boolean;
  isPlaced: boolean;
}

export interface KindValues {
  /** 1 or 0 */
  isDeleted: number;
  status: string | null;
  payment: string | null;
  /** Empty: no reader. */
  reader: string;
}

/** What there is in a list's statements. */
export interface ListForm {
  sorting: Sorting;
  kinds: Kinds;
}

export type ListValues = KindValues & { now: number; firstSeq: number; lastSeq: number };

/** @returns which statements a list needs */
export function formOf({
  sort,
  direction,
  status,
  payment,
  reader,
  overdue,
  within,
}: OrderListOptions): ListForm {
  return {
    sorting: { sort, direction },
    kinds: {
      hasStatus: status !== undefined,
      payment: payment === undefined ? 'begun' : payment === 'all' ? 'all' : 'one',
      reader: reader === 'any' ? 'any' : reader ? 'one' : 'all',
      isOverdue: overdue !== undefined,
      isPlaced: within !== undefined,
    },
  };
}

/** @returns what those are run with */
export function valuesOf(
  { deleted, status, payment, reader, now }: OrderListOptions,
  placed: PlacedSeqs | null,
): ListValues {
  return {
    isDeleted: deleted === 'true' ? 1 : 0,
    status: status ?? null,
    payment: payment ?? null,
    reader: reader === undefined || reader === 'none' ? '' : reader,
    now,
    firstSeq: placed?.first ?? 0,
    lastSeq: placed?.last ?? 0,
  };
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
export function isAskedFor(kinds: Kinds, kind: Kind, given: Given<KindValues>): SQL | undefined {
  const conditions: SQL[] = [eq(kind.isDeleted, given.isDeleted)];
  if (kinds.payment === 'begun') conditions.push(ne(kind.paymentStatus, 'unpaid'));
  if (kinds.payment === 'one') conditions.push(eq(kind.paymentStatus, given.payment));
  if (kinds.hasStatus) conditions.push(eq(kind.status, given.status));
  if (kinds.reader === 'any') conditions.push(ne(kind.readerId, ''));
  if (kinds.reader === 'one') conditions.push(eq(kind.readerId, given.reader));
  if (kinds.isOverdue) {
    conditions.push(inArray(kind.status, [...openStatuses]));
    conditions.push(inArray(kind.paymentStatus, [...workablePaymentStatuses]));
  }
  return and(...conditions);
}

/** Everything that is asked for but the search term. */
export function isWanted(kinds: Kinds, given: Given<ListValues>): SQL | undefined {
  return and(
    isAskedFor(kinds, kindOfOrder, given),
    kinds.isOverdue ? and(lt(orders.dueAt, given.now), isNotRefunding) : undefined,
    // The plus keeps SQLite to the index of the list's order, which is read from one end of these to the other.
    kinds.isPlaced ? sql`+${orders.seq} BETWEEN ${given.firstSeq} AND ${given.lastSeq}` : undefined,
  );
}

/** Words by their place. */
export type WordValues = Record<`word${number}`, string>;

export function wordValues(words: string[]): WordValues {
  return Object.fromEntries(words.map((word, place) => [`word${place}`, word]));
}

/** @returns whether each of these words occurs in a text that is folded as they are */
export function hasWords(
  count: number,
  given: Given<WordValues>,
  text: SQL = sql`${orders.searchText}`,
): SQL | undefined {
  const places = Array.from({ length: count }, (_, place) => place);
  return and(...places.map((place) => sql`instr(${text}, ${given[`word${place}`]}) > 0`));
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

export function orderBy({ sort, direction }: Sorting): SQL[] {
  const order = direction === 'asc' ? asc : desc;
  const column = sortColumn(sort);
  return [...(column ? [order(column)] : []), order(orders.seq)];
}

export interface AfterValues {
  afterValue: string | null;
  afterSeq: number;
}

export function afterValues(cursor: OrderCursor | null): AfterValues {
  return { afterValue: cursor?.value ?? null, afterSeq: cursor?.seq ?? 0 };
}

/** Whether an order follows a place in the list. */
export function isAfter({ sort, direction }: Sorting, given: Given<AfterValues>): SQL {
  return stands(sortColumn(sort), direction === 'asc' ? '>' : '<', given.afterValue, given.afterSeq);
}

/** A part of a list: what follows a place, up to another one. */
export interface Bounds {
  /** The status of all its orders, in a list by status. */
  status: OrderStatus | null;
  after: OrderCursor | null;
  /** The last of its orders. */
  end: OrderCursor | null;
}

export interface BoundsForm {
  isInStatus: boolean;
  hasStart: boolean;
  hasEnd: boolean;
}

export type BoundsValues = AfterValues & {
  inStatus: string | null;
  endValue: string | null;
  endSeq: number;
};

export function formOfBounds({ status, after, end }: Bounds): BoundsForm {
  return { isInStatus: status !== null, hasStart: after !== null, hasEnd: end !== null };
}

export function valuesOfBounds({ status, after, end }: Bounds): BoundsValues {
  return {
    ...afterValues(after),
    inStatus: status,
    endValue: end?.value ?? null,
    endSeq: end?.seq ?? 0,
  };
}

/** Whether an order is in a part of a list. */
export function isWithin(
  { sort, direction }: Sorting,
  form: BoundsForm,
  given: Given<BoundsValues>,
): SQL | undefined {
  // Of one status the order is that of the date.
  const column = sort === 'customer' ? sortColumn(sort) : null;
  const [follows, precedes] = direction === 'asc' ? (['>', '<='] as const) : (['<', '>='] as const);
  return and(
    form.isInStatus ? eq(orders.status, given.inStatus) : undefined,
    form.hasStart ? stands(column, follows, given.afterValue, given.afterSeq) : undefined,
    form.hasEnd ? stands(column, precedes, given.endValue, given.endSeq) : undefined,
  );
}

function stands(column: SQL | null, side: '>' | '>=' | '<' | '<=', value: SQL, seq: SQL): SQL {
  const sign = sql.raw(side);
  if (!column) return sql`${orders.seq} ${sign} ${seq}`;
  // SQLite finds no pair in an index by another collation; the first part, which says nothing new, it finds.
  const reach = sql.raw(side.startsWith('>') ? '>=' : '<=');
  return sql`(${column} ${reach} ${value} AND (${column}, ${orders.seq}) ${sign} (${value}, ${seq}))`;
}
