import type { Queryable } from '../../../db/client.ts';
import { and, eq, getTableColumns, gte, isNull, lt, notExists, or } from '../../../db/drizzle.ts';
import { deleteIn, findIn, insertInto, type Params, prepared, storeIn } from '../../../db/prepared.ts';
import { checkoutOrders, checkouts, orders } from '../../../db/schema.ts';
import type { OrderRow } from '../orders/order-repository.ts';

export type Checkout = typeof checkouts.$inferSelect;

/** With the time at which the visitor's page was told that it is paid. */
export type VisitorsOrder = OrderRow & { acknowledgedAt: number | null };

type Link = { checkoutId: string; orderId: string };

export const findCheckout = findIn(checkouts, checkouts.id);
export const storeCheckout = storeIn(checkouts, checkouts.id);
export const deleteCheckout = deleteIn(checkouts, checkouts.id);

const visitorsOrders = prepared((db, { checkoutId }: Params<{ checkoutId: string }>) =>
  db
    .select({ ...getTableColumns(orders), acknowledgedAt: checkoutOrders.acknowledgedAt })
    .from(checkoutOrders)
    .innerJoin(orders, eq(orders.id, checkoutOrders.orderId))
    .where(eq(checkoutOrders.checkoutId, checkoutId)),
);

/** Lists the orders of a checkout, newest first, with unpaid, abandoned and deleted ones. */
export function listVisitorsOrders(db: Queryable, checkoutId: string): VisitorsOrder[] {
  // SQLite would take longer to sort these few than to find them.
  return visitorsOrders(db)
    .all({ checkoutId })
    .sort((a, b) => b.seq - a.seq);
}

export const linkOrder = insertInto(checkoutOrders);

export const markAcknowledged = prepared((db, given: Params<Link & { acknowledgedAt: number | null }>) =>
  db.update(checkoutOrders).set({ acknowledgedAt: given.acknowledgedAt }).where(isLink(given)),
);

export const unlinkOrder = prepared((db, link: Params<Link>) =>
  db.delete(checkoutOrders).where(isLink(link)),
);

/** Lists checkouts begun before a time, without those that have a later order, or an unpaid one not given up yet. */
export const listCheckoutsToDelete = prepared(
  (db, { before, limit }: Params<{ before: number; limit: number }>) => {
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
      .limit(limit);
  },
);

function isLink({ checkoutId, orderId }: Params<Link>) {
  return and(eq(checkoutOrders.orderId, orderId), eq(checkoutOrders.checkoutId, checkoutId));
}
