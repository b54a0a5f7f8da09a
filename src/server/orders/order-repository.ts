import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, inArray, isNull } from '../../../db/drizzle.ts';
import { orders, users } from '../../../db/schema.ts';
import {
  type OrderStatus,
  type PaymentStatus,
  statusesToWrite,
  workablePaymentStatuses,
} from '../../shared/orders/order-status.ts';
import { searchTextOf } from '../../shared/orders/search-text.ts';

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
  const { customerName, customerEmail, orderNumber } = order;
  const searchText = searchTextOf(customerName, customerEmail, orderNumber);
  return db
    .insert(orders)
    .values({ ...order, searchText })
    .returning()
    .get();
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
  const updated = db
    .update(orders)
    .set(changes)
    .where(and(...conditions))
    .returning()
    .get();
  return updated && (isNamedAnew(changes) ? refold(db, updated) : updated);
}

function isNamedAnew({ customerName, customerEmail, orderNumber }: Partial<NewOrder>): boolean {
  return customerName !== undefined || customerEmail !== undefined || orderNumber !== undefined;
}

function refold(db: Queryable, order: OrderRow): OrderRow {
  const searchText = searchTextOf(order.customerName, order.customerEmail, order.orderNumber);
  db.update(orders).set({ searchText }).where(eq(orders.id, order.id)).run();
  return { ...order, searchText };
}

/** Gives orders to a reader, or to nobody. */
export function setReader(db: Queryable, ids: string[], readerId: string | null, now: number): void {
  const changes = { assignedReaderId: readerId, assignedAt: readerId === null ? null : now };
  db.update(orders).set(changes).where(inArray(orders.id, ids)).run();
}

/** Notes when a reading was first delivered; sending it again is no second delivery. */
export function noteDelivery(db: Queryable, id: string, now: number): void {
  const isFirst = and(eq(orders.id, id), isNull(orders.deliveredAt));
  db.update(orders).set({ deliveredAt: now }).where(isFirst).run();
}

/** @returns an order with the name of its reader */
export function findOrderWithReader(db: Queryable, id: string): OrderWithReader | undefined {
  const row = selectWithReader(db)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
    .get();
  return row && { ...row.order, readerName: row.readerName };
}

/** @returns those of these orders that there are, with the names of their readers */
export function listOrdersWithReader(db: Queryable, ids: string[]): OrderWithReader[] {
  const rows = selectWithReader(db)
    .where(and(inArray(orders.id, ids), isNull(orders.deletedAt)))
    .all();
  return rows.map(({ order, readerName }) => ({ ...order, readerName }));
}

/** Orders with the names of their readers; to be filtered and sorted. */
export function selectWithReader(db: Queryable) {
  return db
    .select({ order: orders, readerName: users.username })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.assignedReaderId));
}

/** @returns the ids of the orders that wait for a reader, the oldest first */
export function listOpenOrderIds(db: Queryable, readerId: string): string[] {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(isOpenOrderOf(readerId))
    .orderBy(asc(orders.seq))
    .all()
    .map(({ id }) => id);
}

/** An order that its reader has to write, or to write anew. */
function isOpenOrderOf(readerId: string) {
  return and(
    eq(orders.assignedReaderId, readerId),
    inArray(orders.status, [...statusesToWrite]),
    inArray(orders.paymentStatus, [...workablePaymentStatuses]),
    isNull(orders.deletedAt),
  );
}
