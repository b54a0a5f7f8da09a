import type { Queryable } from '../../../db/client.ts';
import { and, desc, eq, gte, isNull, lt, notExists, or } from '../../../db/drizzle.ts';
import { checkoutOrders, checkouts, orders } from '../../../db/schema.ts';
import type { OrderRow } from '../orders/order-repository.ts';

export type Checkout = typeof checkouts.$inferSelect;

/** An order of a visitor, and when its page was told that it is paid. */
export type VisitorsOrder = OrderRow & { acknowledgedAt: number | null };

export function findCheckout(db: Queryable, id: string): Checkout | undefined {
  return db.select().from(checkouts).where(eq(checkouts.id, id)).get();
}

/** Stores a checkout as it is now, the first time and later. */
export function keepCheckout(db: Queryable, checkout: Checkout): void {
  const { id, ...changes } = checkout;
  db.insert(checkouts).values(checkout).onConflictDoUpdate({ target: checkouts.id, set: changes }).run();
}

/** @returns the orders a visitor's submit may be about, newest first */
export function listVisitorsOrders(db: Queryable, checkoutId: string): VisitorsOrder[] {
  return db
    .select({ order: orders, acknowledgedAt: checkoutOrders.acknowledgedAt })
    .from(checkoutOrders)
    .innerJoin(orders, eq(orders.id, checkoutOrders.orderId))
    .where(eq(checkoutOrders.checkoutId, checkoutId))
    .orderBy(desc(orders.seq))
    .all()
    .map(({ order, acknowledgedAt }) => ({ ...order, acknowledgedAt }));
}

export function linkOrder(db: Queryable, link: typeof checkoutOrders.$inferInsert): void {
  db.insert(checkoutOrders).values(link).run();
}

/** @param acknowledgedAt when the visitor's page was told that the order is paid; null to tell it again */
export function noteAcknowledged(
  db: Queryable,
  link: { checkoutId: string; orderId: string },
  acknowledgedAt: number | null,
): void {
  db.update(checkoutOrders).set({ acknowledgedAt }).where(isLink(link)).run();
}

/** The visitor is done with an order: their next submit is about another one. */
export function unlinkOrder(db: Queryable, link: { checkoutId: string; orderId: string }): void {
  db.delete(checkoutOrders).where(isLink(link)).run();
}

/** @returns checkouts begun before a time, without an order that is younger; whoever comes back begins anew */
export function listOldCheckouts(db: Queryable, before: number, limit: number): Checkout[] {
  const isStillToGiveUp = and(eq(orders.paymentStatus, 'unpaid'), isNull(orders.abandonedAt));
  const order = db
    .select({ id: orders.id })
    .from(checkoutOrders)
    .innerJoin(orders, eq(orders.id, checkoutOrders.orderId))
    .where(
      and(eq(checkoutOrders.checkoutId, checkouts.id), or(gte(orders.createdAt, before), isStillToGiveUp)),
    );
  return db
    .select()
    .from(checkouts)
    .where(and(lt(checkouts.createdAt, before), notExists(order)))
    .limit(limit)
    .all();
}

/** Deletes a checkout and all that is known of who it was. */
export function deleteCheckout(db: Queryable, id: string): void {
  db.delete(checkouts).where(eq(checkouts.id, id)).run();
}

function isLink({ checkoutId, orderId }: { checkoutId: string; orderId: string }) {
  return and(eq(checkoutOrders.orderId, orderId), eq(checkoutOrders.checkoutId, checkoutId));
}
