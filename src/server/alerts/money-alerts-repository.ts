import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, inArray, isNull, lt, min, or } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { disputes, orders, paymentWarnings, refunds } from '../../../db/schema.ts';
import type { DisputeState } from '../../shared/orders/money-states.ts';

/** An order that something is wrong with. */
export interface TroubledOrder {
  id: string;
  orderNumber: string;
}

/** One that a bank questions, and until when it can be answered; in milliseconds since 1970, null where it cannot. */
export interface QuestionedOrder extends TroubledOrder {
  dueAt: number | null;
}

const named = { id: orders.id, orderNumber: orders.orderNumber };

const questionedOrders = prepared((db, { dispute }: Given<{ dispute: DisputeState }>) => {
  const canAnswer = inArray(disputes.status, ['needs_response', 'warning_needs_response']);
  const isTaken = or(eq(orders.paymentStatus, 'disputed'), eq(orders.dispute, 'inquiry'));
  // As the index `orders_questioned` has it: the number of those that are over only grows.
  const isUndecided = inArray(orders.dispute, ['inquiry', 'open']);
  return (
    db
      .select({ ...named, dueAt: min(disputes.dueAt) })
      .from(orders)
      // What the disputes are may be unknown: a key can be without the right to read them.
      .leftJoin(disputes, and(eq(disputes.orderId, orders.id), canAnswer))
      .where(and(isUndecided, eq(orders.dispute, dispute), isTaken, isNull(orders.deletedAt)))
      .groupBy(orders.seq)
  );
});

/** @returns the orders whose money a bank has taken back for now, the soonest to be answered first */
export function listDisputedOrders(db: Queryable): QuestionedOrder[] {
  return questionedOrders(db).all({ dispute: 'open' }).toSorted(bySoonest);
}

/** @returns the orders about whose payment a bank asks, the soonest to be answered first */
export function listOrdersAskedAbout(db: Queryable): QuestionedOrder[] {
  return questionedOrders(db).all({ dispute: 'inquiry' }).toSorted(bySoonest);
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

/** @returns the orders with a refund that failed after it had been made, of which nobody took note */
export function listOrdersWithFailedRefund(db: Queryable): TroubledOrder[] {
  return ordersWithFailedRefund(db).all();
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
  return ordersWithWaitingRefund(db).all({ before });
}

function bySoonest(a: QuestionedOrder, b: QuestionedOrder): number {
  return (a.dueAt ?? Number.POSITIVE_INFINITY) - (b.dueAt ?? Number.POSITIVE_INFINITY);
}
