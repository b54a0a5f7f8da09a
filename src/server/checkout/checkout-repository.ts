import { and, eq, getTableColumns, gte, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { checkoutOrders, checkouts, orders } from '../../../db/schema.ts';
import { prepareOnce } from '../../../db/sql.ts';
import type { OrderRow } from '../orders/order-repository.ts';

export type CheckoutRow = typeof checkouts.$inferSelect;

/** `acknowledgedAt`: when the visitor's page learned that the order is paid; null before. */
export type VisitorsOrder = OrderRow & { acknowledgedAt: number | null };

type Link = Pick<typeof checkoutOrders.$inferSelect, 'checkoutId' | 'orderId'>;

const checkoutById = prepareOnce((db) =>
  db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, sql.placeholder('id')))
    .prepare(),
);

export function findCheckout(db: Queryable, id: string): CheckoutRow | undefined {
  return checkoutById(db).get({ id });
}

export function storeCheckout(tx: Transaction, checkout: CheckoutRow) {
  tx.insert(checkouts).values(checkout).onConflictDoUpdate({ target: checkouts.id, set: checkout }).run();
}

export function deleteCheckout(tx: Transaction, id: string) {
  tx.delete(checkouts).where(eq(checkouts.id, id)).run();
}

const ordersOfCheckout = prepareOnce((db) =>
  db
    .select({ ...getTableColumns(orders), acknowledgedAt: checkoutOrders.acknowledgedAt })
    .from(checkoutOrders)
    .innerJoin(orders, eq(orders.id, checkoutOrders.orderId))
    .where(eq(checkoutOrders.checkoutId, sql.placeholder('checkoutId')))
    .prepare(),
);

/** Lists all orders of a checkout, newest first: unpaid, abandoned and deleted ones too. */
export function listVisitorsOrders(db: Queryable, checkoutId: string): VisitorsOrder[] {
  // SQLite would take longer to sort these few than to find them.
  return ordersOfCheckout(db)
    .all({ checkoutId })
    .sort((a, b) => b.seq - a.seq);
}

/** Adds an order to its visitor's checkout. */
export function linkOrder(tx: Transaction, link: Link) {
  tx.insert(checkoutOrders).values(link).run();
}

/** Stores when the visitor's page learned that the order is paid; null to report it again. */
export function markAcknowledged(tx: Transaction, link: Link, acknowledgedAt: number | null) {
  tx.update(checkoutOrders).set({ acknowledgedAt }).where(isLink(link)).run();
}

/** Removes an order from its visitor's checkout. */
export function unlinkOrder(tx: Transaction, link: Link) {
  tx.delete(checkoutOrders).where(isLink(link)).run();
}

/** Lists checkouts begun before a time, unless one of their orders is later, or unpaid and not abandoned. */
export function listCheckoutsToDelete(db: Queryable, before: number, limit: number): CheckoutRow[] {
  const isStillToGiveUp = and(eq(orders.paymentStatus, 'unpaid'), isNull(orders.abandonedAt));
  const isNeeded = or(gte(orders.createdAt, before), isStillToGiveUp);
  const order = db
    .select({ id: orders.id })
    .from(checkoutOrders)
    .innerJoin(orders, eq(orders.id, checkoutOrders.orderId))
    .where(and(eq(checkoutOrders.checkoutId, checkouts.id), isNeeded));
  const isOver = and(lt(checkouts.createdAt, before), notExists(order));
  return db.select().from(checkouts).where(isOver).limit(limit).all();
}

function isLink({ checkoutId, orderId }: Link) {
  return and(eq(checkoutOrders.orderId, orderId), eq(checkoutOrders.checkoutId, checkoutId));
}
