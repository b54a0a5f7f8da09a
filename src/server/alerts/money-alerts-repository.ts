import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, inArray, isNotNull, isNull, min, notExists, or } from '../../../db/drizzle.ts';
import { prepared } from '../../../db/prepared.ts';
import { disputes, orders, paymentWarnings, refunds } from '../../../db/schema.ts';

/** An order with a problem. */
export interface TroubledOrder {
  id: string;
  orderNumber: string;
}

/**
 * An order whose payment a bank questions. The time to answer by is in milliseconds since 1970; null when it cannot be
 * answered.
 */
export interface QuestionedOrder extends TroubledOrder {
  dueAt: number | null;
}

const named = { id: orders.id, orderNumber: orders.orderNumber };

const questionedOrders = prepared((db) => {
  const canAnswer = inArray(disputes.status, ['needs_response', 'warning_needs_response']);
  // Also without any stored dispute: the key may lack the right to read disputes.
  const isUnknown = notExists(
    db.select({ id: disputes.id }).from(disputes).where(eq(disputes.orderId, orders.id)),
  );
  const isTaken = or(eq(orders.paymentStatus, 'disputed'), eq(orders.dispute, 'inquiry'));
  // Matches the index `orders_questioned`: the number of closed disputes only grows.
  const isUndecided = inArray(orders.dispute, ['inquiry', 'open']);
  return db
    .select({ ...named, dueAt: min(disputes.dueAt) })
    .from(orders)
    .leftJoin(disputes, and(eq(disputes.orderId, orders.id), canAnswer))
    .where(and(isUndecided, isTaken, or(isNotNull(disputes.id), isUnknown), isNull(orders.deletedAt)))
    .groupBy(orders.seq);
});

/** @returns the orders whose payment a bank questions and waits for an answer about, the soonest due first */
export function listQuestionedOrders(db: Queryable): QuestionedOrder[] {
  return questionedOrders(db).all().toSorted(bySoonest);
}

const ordersInReview = prepared((db) =>
  db
    .select(named)
    .from(orders)
    .where(and(eq(orders.paymentStatus, 'review'), isNull(orders.deletedAt)))
    .orderBy(asc(orders.seq)),
);

/** @returns the orders whose payments do not match them */
export function listOrdersInReview(db: Queryable): TroubledOrder[] {
  return ordersInReview(db).all();
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

/** @returns the orders whose payer is in doubt and that wait for a decision */
export function listDoubtedOrders(db: Queryable): TroubledOrder[] {
  return doubtedOrders(db).all();
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

/** @returns the orders with a refund that failed after it was made, and that no admin has acknowledged */
export function listOrdersWithFailedRefund(db: Queryable): TroubledOrder[] {
  return ordersWithFailedRefund(db).all();
}

function bySoonest(a: QuestionedOrder, b: QuestionedOrder): number {
  return (a.dueAt ?? Number.POSITIVE_INFINITY) - (b.dueAt ?? Number.POSITIVE_INFINITY);
}
