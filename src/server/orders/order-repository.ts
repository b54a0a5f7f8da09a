import { createHash } from 'node:crypto';
import { and, desc, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { computedColumnsOf } from '../../../db/computed-columns.ts';
import {
  isNotRefunding,
  isUndelivered,
  offerSlug,
  orders,
  terms,
  users,
  waitsSince,
} from '../../../db/schema.ts';
import { inList, prepareOnce } from '../../../db/sql.ts';
import { canonicalEmail } from '../../shared/email/email-address.ts';
import {
  type OrderStatus,
  type PaymentStatus,
  workablePaymentStatuses,
} from '../../shared/orders/order-status.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = Omit<typeof orders.$inferInsert, 'seq'>;

/** The columns that say what to write, and by when. */
export const askedColumns = [
  'orderNumber',
  'customerName',
  'readingAddresseeName',
  'readingType',
  'customQuestion',
  'backgroundContext',
  'dueAt',
  'offerName',
  'offerDays',
  'offerWords',
  'answers',
  'addOns',
] as const;

export const readersColumns = [...askedColumns, 'seq', 'id', 'createdAt', 'assignedAt', 'status'] as const;
export type ReadersOrder = Pick<OrderRow, (typeof readersColumns)[number]> & {
  waitsSince: number | null;
  submittedAt: number | null;
  feedback: string | null;
  commentCount: number;
  answeredQuestion: string | null;
  customerAnswer: string | null;
  awaitsReply: number;
};

/**
 * Selects orders that wait for their reading, as `awaitsReading` in shared/orders/order-status.ts does. It matches the
 * index `orders_open`; the plus rules out others.
 */
export const isAwaitingReading = and(
  sql`${orders.status} <> 'approved'`,
  isNull(orders.deletedAt),
  inArray(sql`+${orders.paymentStatus}`, [...workablePaymentStatuses]),
  isNotRefunding,
);

/** Returns an order; undefined if it is deleted. */
export function findOrder(db: Queryable, id: string) {
  const order = findOrderEvenDeleted(db, id);
  return order?.deletedAt === null ? order : undefined;
}

const orderById = prepareOnce((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare(),
);

export function findOrderEvenDeleted(db: Queryable, id: string): OrderRow | undefined {
  return orderById(db).get({ id });
}

/** Returns the order with a number; undefined if it is deleted. */
export function findOrderByNumber(db: Queryable, orderNumber: string) {
  const isWanted = and(eq(orders.orderNumber, orderNumber), isNull(orders.deletedAt));
  return db.select().from(orders).where(isWanted).get();
}

/** Returns whether an order has this number, even a deleted one. */
export function isOrderNumberTaken(db: Queryable, orderNumber: string): boolean {
  const isWanted = eq(orders.orderNumber, orderNumber);
  return db.select({ id: orders.id }).from(orders).where(isWanted).get() !== undefined;
}

/** Returns a payment's order, even if deleted. */
export function findOrderByPayment(db: Queryable, paymentIntentId: string) {
  return db.select().from(orders).where(eq(orders.paymentIntentId, paymentIntentId)).get();
}

/** Returns the newest orders of an address in any spelling, also refunded ones, but not unpaid or deleted ones. */
export function listPaidOrdersOf(db: Queryable, email: string, limit: number) {
  const isOfAddress = eq(orders.canonicalEmail, canonicalEmail(email));
  return db
    .select()
    .from(orders)
    .where(and(isOfAddress, ne(orders.paymentStatus, 'unpaid'), isNull(orders.deletedAt)))
    .orderBy(desc(orders.seq))
    .limit(limit)
    .all();
}

/** Inserts an order with its computed columns, and returns it. */
export function insertOrder(tx: Transaction, order: NewOrder) {
  return tx
    .insert(orders)
    .values({ ...order, ...computedColumnsOf(order) })
    .returning()
    .get();
}

/** Changes an order in the expected state, and returns it; undefined if it is no longer in that state. */
export function updateOrderIf(
  tx: Transaction,
  id: string,
  expected: { status?: OrderStatus; paymentStatus?: PaymentStatus },
  changes: Partial<NewOrder>,
): OrderRow | undefined {
  const { status, paymentStatus } = expected;
  const isExpected = and(
    status && eq(orders.status, status),
    paymentStatus && eq(orders.paymentStatus, paymentStatus),
  );
  const isOrder = eq(orders.id, id);
  const updated = tx.update(orders).set(changes).where(and(isOrder, isExpected)).returning().get();
  const { customerName, customerEmail, orderNumber } = changes;
  const isSearchedBy = [customerName, customerEmail, orderNumber].some((value) => value !== undefined);
  if (!updated || !isSearchedBy) return updated;
  return tx.update(orders).set(computedColumnsOf(updated)).where(isOrder).returning().get();
}

/** Stores when an order was first delivered; later calls change nothing. */
export function markDelivered(tx: Transaction, id: string, now: number): void {
  tx.update(orders)
    .set({ deliveredAt: now })
    .where(and(eq(orders.id, id), isNull(orders.deliveredAt)))
    .run();
}

const { searchText, internalNotes, termsId, consentId, ...shownColumns } = getTableColumns(orders);

/** Begins a query of orders as the lists of admins show them: without internal notes and search text. */
export function selectShown(db: Queryable) {
  return db
    .select({
      ...shownColumns,
      readerName: users.username,
      readerDisplayName: users.displayName,
      waitsSince,
      isUndelivered,
      offerSlug,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.assignedReaderId));
}

export type ShownOrder = ReturnType<typeof listShownOrders>[number];

/** Returns orders as the lists of admins show them, unsorted; leaves out unknown and deleted ones. */
export function listShownOrders(db: Queryable, ids: string[]) {
  return selectShown(db)
    .where(and(inList(orders.id, ids), isNull(orders.deletedAt)))
    .all();
}

/** Stores a text of terms once, and returns its id. */
export function storeTerms(tx: Transaction, words: string): string {
  const id = createHash('sha256').update(words).digest('hex');
  if (findTermsText(tx, id) === null) tx.insert(terms).values({ id, words }).run();
  return id;
}

export function findTermsText(db: Queryable, id: string | null): string | null {
  if (id === null) return null;
  return db.select().from(terms).where(eq(terms.id, id)).get()?.words ?? null;
}
