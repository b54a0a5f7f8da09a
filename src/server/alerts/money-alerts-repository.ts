import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, inArray, isNull, lt, min, sql } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { disputes, orders, paymentWarnings, refunds } from '../../../db/schema.ts';

/** An order that something is wrong with, and until when it is to be mended. */
export interface TroubledOrder {
  id: string;
  orderNumber: string;
  /** Milliseconds since 1970; null where there is no such day. */
  dueAt: number | null;
}

const named = { id: orders.id, orderNumber: orders.orderNumber };

const disputedOrders = prepared((db) =>
  db
    .select({ ...named, dueAt: min(disputes.dueAt) })
    .from(orders)
    .leftJoin(disputes, and(eq(disputes.orderId, orders.id), inArray(disputes.status, ['needs_response'])))
    .where(and(eq(orders.paymentStatus, 'disputed'), eq(orders.dispute, 'open'), isNull(orders.deletedAt)))
    .groupBy(orders.id),
);

/** @returns the orders whose money a bank has taken back for now, the soonest to be answered first */
export function listDisputedOrders(db: Queryable): TroubledOrder[] {
  return disputedOrders(db).all().toSorted(bySoonest);
}

const ordersAskedAbout = prepared((db) => {
  const isAsked = inArray(disputes.status, ['warning_needs_response', 'warning_under_review']);
  const dueAt = sql<
    number | null
  >`min(CASE WHEN ${disputes.status} = 'warning_needs_response' THEN ${disputes.dueAt} END)`;
  return db
    .select({ ...named, dueAt })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(and(isAsked, eq(orders.dispute, 'inquiry'), isNull(orders.deletedAt)))
    .groupBy(orders.id);
});

/** @returns the orders about whose payment a bank asks, the soonest to be answered first */
export function listOrdersAskedAbout(db: Queryable): TroubledOrder[] {
  return ordersAskedAbout(db).all().toSorted(bySoonest);
}

const doubtedOrders = prepared((db) =>
  db
    .select(named)
    .from(paymentWarnings)
    .innerJoin(orders, eq(orders.id, paymentWarnings.orderId))
    .where(
      and(eq(paymentWarnings.isOpen, true), isNull(paymentWarnings.dismissedAt), isNull(orders.deletedAt)),
    )
    .groupBy(orders.id)
    .orderBy(asc(min(paymentWarnings.createdAt))),
);

/** @returns the orders of which somebody doubts who paid, and nobody has decided yet */
export function listDoubtedOrders(db: Queryable): TroubledOrder[] {
  return doubtedOrders(db)
    .all()
    .map((order) => ({ ...order, dueAt: null }));
}

const ordersWithFailedRefund = prepared((db) =>
  db
    .select(named)
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.status, 'failed'), isNull(refunds.seenAt)))
    .groupBy(orders.id)
    .orderBy(asc(min(refunds.createdAt))),
);

/** @returns the orders with a refund that failed after it had been made, of which nobody took note */
export function listOrdersWithFailedRefund(db: Queryable): TroubledOrder[] {
  return ordersWithFailedRefund(db)
    .all()
    .map((order) => ({ ...order, dueAt: null }));
}

const ordersWithWaitingRefund = prepared((db, { before }: Given<{ before: number }>) =>
  db
    .select(named)
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.status, 'asked'), lt(refunds.createdAt, before))),
);

/** @returns the orders with a refund from before a time to which Stripe has not answered */
export function listOrdersWithWaitingRefund(db: Queryable, before: number): TroubledOrder[] {
  return ordersWithWaitingRefund(db)
    .all({ before })
    .map((order) => ({ ...order, dueAt: null }));
}

function bySoonest(a: TroubledOrder, b: TroubledOrder): number {
  return (a.dueAt ?? Number.POSITIVE_INFINITY) - (b.dueAt ?? Number.POSITIVE_INFINITY);
}
