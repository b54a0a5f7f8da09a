import type { Queryable } from '../../../db/client.ts';
import { and, asc, desc, eq, isNotNull, isNull, ne, type SQL, sql } from '../../../db/drizzle.ts';
import { orders, readings, users } from '../../../db/schema.ts';
import { isReadersBusiness, type OrderStatus, type PaymentStatus } from '../../shared/order-status.ts';
import type { OrderListQuery, OrderSort, SortDirection } from '../../shared/orders.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = Omit<typeof orders.$inferInsert, 'seq'>;
export type OrderWithReader = OrderRow & { readerName: string | null };

/** @returns an order that was not deleted */
export function findOrder(db: Queryable, id: string): OrderRow | undefined {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
    .get();
}

/** @returns an order, deleted or not: money does not care */
export function findOrderEvenDeleted(db: Queryable, id: string): OrderRow | undefined {
  return db.select().from(orders).where(eq(orders.id, id)).get();
}

export function findOrderByPayment(db: Queryable, paymentIntentId: string): OrderRow | undefined {
  return db.select().from(orders).where(eq(orders.paymentIntentId, paymentIntentId)).get();
}

export function isOrderNumberTaken(db: Queryable, orderNumber: string): boolean {
  return (
    db.select({ seq: orders.seq }).from(orders).where(eq(orders.orderNumber, orderNumber)).get() !== undefined
  );
}

export function insertOrder(db: Queryable, order: NewOrder): OrderRow {
  return db.insert(orders).values(order).returning().get();
}

/** @returns the changed order, or undefined when it is no longer in the expected state */
export function updateOrderIf(
  db: Queryable,
  id: string,
  expected: { status?: OrderStatus; paymentStatus?: PaymentStatus },
  changes: Partial<NewOrder>,
): OrderRow | undefined {
  const conditions = [eq(orders.id, id)];
  if (expected.status) conditions.push(eq(orders.status, expected.status));
  if (expected.paymentStatus) conditions.push(eq(orders.paymentStatus, expected.paymentStatus));
  return db
    .update(orders)
    .set(changes)
    .where(and(...conditions))
    .returning()
    .get();
}

/** @returns an order with the name of its reader */
export function findOrderWithReader(db: Queryable, id: string): OrderWithReader | undefined {
  const row = selectWithReader(db)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
    .get();
  return row && { ...row.order, readerName: row.readerName };
}

/** @returns the orders of a reader, the most urgent first, with when their reading was last submitted */
export function listOrdersOfReader(
  db: Queryable,
  readerId: string,
): (OrderRow & { submittedAt: number | null })[] {
  return db
    .select({ order: orders, submittedAt: readings.submittedAt })
    .from(orders)
    .leftJoin(readings, eq(readings.orderId, orders.id))
    .where(and(eq(orders.assignedReaderId, readerId), isNull(orders.deletedAt)))
    .orderBy(asc(orders.dueAt), asc(orders.seq))
    .all()
    .filter(({ order }) => isReadersBusiness(order))
    .map(({ order, submittedAt }) => ({ ...order, submittedAt }));
}

/** Where the last page ended. */
export interface OrderCursor {
  /** The value of the sorted column in the last row; null when sorted by date. */
  value: string | null;
  seq: number;
}

export interface OrderPage {
  rows: OrderWithReader[];
  total: number;
  next: OrderCursor | null;
}

/** @returns one page of the admin's list; pages continue at a row, not at a count (keyset) */
export function listOrders(
  db: Queryable,
  list: OrderListQuery & { direction: SortDirection },
  cursor: OrderCursor | null,
): OrderPage {
  const filter = and(...filterConditions(list));
  const column = sortColumn(list.sort);
  const order = list.direction === 'asc' ? asc : desc;
  const rows = selectWithReader(db)
    .where(cursor ? and(filter, after(column, list.direction, cursor)) : filter)
    .orderBy(...(column ? [order(column)] : []), order(orders.seq))
    .limit(list.limit + 1)
    .all()
    .map((row) => ({ ...row.order, readerName: row.readerName }));
  const page = rows.slice(0, list.limit);
  const last = page.at(-1);
  const total = db.select({ count: sql<number>`count(*)` }).from(orders).where(filter).get()?.count ?? 0;
  return {
    rows: page,
    total,
    next: rows.length > list.limit && last ? { value: sortValue(list.sort, last), seq: last.seq } : null,
  };
}

function selectWithReader(db: Queryable) {
  return db
    .select({ order: orders, readerName: users.username })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.assignedReaderId));
}

function filterConditions(list: OrderListQuery): SQL[] {
  const conditions: SQL[] = [isNull(orders.deletedAt)];
  if (list.payment === undefined) conditions.push(ne(orders.paymentStatus, 'unpaid'));
  else if (list.payment !== 'all') conditions.push(eq(orders.paymentStatus, list.payment));
  if (list.status) conditions.push(eq(orders.status, list.status));
  if (list.reader === 'none') conditions.push(isNull(orders.assignedReaderId));
  else if (list.reader === 'any') conditions.push(isNotNull(orders.assignedReaderId));
  else if (list.reader) conditions.push(eq(orders.assignedReaderId, list.reader));
  const term = list.q?.trim();
  if (term) {
    const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(
      sql`(${orders.customerName} LIKE ${pattern} ESCAPE '\\' OR ${orders.customerEmail} LIKE ${pattern} ESCAPE '\\' OR ${orders.orderNumber} LIKE ${pattern} ESCAPE '\\')`,
    );
  }
  return conditions;
}

/** The date's order is the order of creation, which `seq` is. */
function sortColumn(sort: OrderSort): SQL | null {
  if (sort === 'customer') return sql`${orders.customerName} COLLATE NOCASE`;
  if (sort === 'status') return sql`${orders.status}`;
  return null;
}

function sortValue(sort: OrderSort, row: OrderRow): string | null {
  if (sort === 'customer') return row.customerName;
  if (sort === 'status') return row.status;
  return null;
}

function after(column: SQL | null, direction: SortDirection, cursor: OrderCursor): SQL {
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  const beyondSeq = sql`${orders.seq} ${beyond} ${cursor.seq}`;
  if (!column || cursor.value === null) return beyondSeq;
  return sql`(${column} ${beyond} ${cursor.value} OR (${column} = ${cursor.value} AND ${beyondSeq}))`;
}
