import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  max,
  min,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { disputes, orders, outbox, paymentWarnings, refunds, strayPayments } from '../../../db/schema.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { customerMailKinds } from '../../shared/orders/mails.ts';
import { findMail } from '../mail/outbox-repository.ts';

export type NamedOrder = Alert['orders'][number];

const named = { id: orders.id, orderNumber: orders.orderNumber };

/** Lists orders with a mail to the customer that failed for good, the newest mail first, without deleted orders. */
export function listOrdersWithFailedMail(db: Queryable, limit: number) {
  const isToCustomer = inArray(outbox.kind, [...customerMailKinds]);
  return db
    .select(named)
    .from(outbox)
    .innerJoin(orders, eq(outbox.orderId, orders.id))
    .where(and(sql`${outbox.state} = 'failed'`, isToCustomer, isNull(orders.deletedAt)))
    .groupBy(orders.id)
    .orderBy(desc(max(outbox.id)))
    .limit(limit)
    .all();
}

/** Counts queued mails that failed at least `attempts` times, and finds the newest of them. */
export function findFailingMail(db: Queryable, attempts: number) {
  const failing = db
    .select({ count: count(), id: max(outbox.id) })
    .from(outbox)
    .where(and(sql`${outbox.state} = 'queued'`, gte(outbox.attempts, attempts)))
    .get();
  return { count: failing?.count ?? 0, newest: failing?.id ? findMail(db, failing.id) : undefined };
}

/** Lists payments that have no order, or were made twice for one, newest first. */
export function listNewestStrayPayments(db: Queryable, limit: number) {
  return db
    .select()
    .from(strayPayments)
    .orderBy(desc(strayPayments.seenAt), desc(strayPayments.paymentIntentId))
    .limit(limit)
    .all();
}

/** Lists orders whose bank awaits an answer to a dispute or inquiry, soonest due first; `dueAt` is null if unknown. */
export function listOrdersWithUnansweredDispute(db: Queryable) {
  const canAnswer = inArray(disputes.status, ['needs_response', 'warning_needs_response']);
  // Also without any stored dispute: the key may lack the right to read disputes.
  const isUnknown = notExists(
    db.select({ id: disputes.id }).from(disputes).where(eq(disputes.orderId, orders.id)),
  );
  const isTaken = or(eq(orders.paymentStatus, 'disputed'), eq(orders.dispute, 'inquiry'));
  // Matches the index `orders_questioned`: the number of closed disputes only grows.
  const isUndecided = sql`${orders.dispute} IN ('inquiry', 'open')`;
  const last = Number.POSITIVE_INFINITY;
  return db
    .select({ ...named, dueAt: min(disputes.dueAt) })
    .from(orders)
    .leftJoin(disputes, and(eq(disputes.orderId, orders.id), canAnswer))
    .where(and(isUndecided, isTaken, or(isNotNull(disputes.id), isUnknown), isNull(orders.deletedAt)))
    .groupBy(orders.seq)
    .all()
    .sort((a, b) => (a.dueAt ?? last) - (b.dueAt ?? last));
}

/** Lists orders whose payment does not match, oldest first: an admin has to decide about them. */
export function listOrdersInReview(db: Queryable) {
  return db
    .select(named)
    .from(orders)
    .where(and(eq(orders.paymentStatus, 'review'), isNull(orders.deletedAt)))
    .orderBy(asc(orders.seq))
    .all();
}

/** Lists orders held back by a warning about fraud that no admin dismissed, the oldest warning first. */
export function listOrdersWithOpenWarnings(db: Queryable) {
  const isOpen = and(sql`${paymentWarnings.isOpen} = 1`, isNull(paymentWarnings.dismissedAt));
  return db
    .select(named)
    .from(paymentWarnings)
    .innerJoin(orders, eq(orders.id, paymentWarnings.orderId))
    .where(and(isOpen, isNull(orders.deletedAt)))
    .groupBy(orders.id)
    .orderBy(asc(min(paymentWarnings.createdAt)))
    .all();
}

/** Lists orders with a failed refund that no admin has seen, oldest first, deleted orders included. */
export function listOrdersWithFailedRefund(db: Queryable) {
  return db
    .select(named)
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(sql`${refunds.status} = 'failed'`, isNull(refunds.seenAt)))
    .groupBy(orders.id)
    .orderBy(asc(min(refunds.createdAt)))
    .all();
}
