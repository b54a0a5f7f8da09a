import type { Queryable } from '../../../db/client.ts';
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
} from '../../../db/drizzle.ts';
import { type Params, prepared } from '../../../db/prepared.ts';
import { disputes, orders, outbox, paymentWarnings, refunds, strayPayments } from '../../../db/schema.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { customerMailKinds } from '../../shared/orders/mails.ts';
import { findMail } from '../base/outbox-repository.ts';

export type NamedOrder = Alert['orders'][number];

const named = { id: orders.id, orderNumber: orders.orderNumber };

export const ordersWithFailedMail = prepared((db, { limit }: Params<{ limit: number }>) =>
  db
    .select(named)
    .from(outbox)
    .innerJoin(orders, eq(outbox.orderId, orders.id))
    .where(
      and(eq(outbox.state, 'failed'), inArray(outbox.kind, [...customerMailKinds]), isNull(orders.deletedAt)),
    )
    .groupBy(orders.id)
    .orderBy(desc(max(outbox.id)))
    .limit(limit),
);

const failingMails = prepared((db, { attempts }: Params<{ attempts: number }>) =>
  db
    .select({ count: count(), id: max(outbox.id) })
    .from(outbox)
    .where(and(eq(outbox.state, 'queued'), gte(outbox.attempts, attempts))),
);

/** Counts waiting mails that failed at least `attempts` times, and finds the newest of them. */
export function findFailingMail(db: Queryable, attempts: number) {
  const { count: waiting = 0, id } = failingMails(db).get({ attempts }) ?? {};
  return { count: waiting, newest: id ? findMail(db, id) : undefined };
}

export const newestStrayPayments = prepared((db, { limit }: Params<{ limit: number }>) =>
  db
    .select()
    .from(strayPayments)
    .orderBy(desc(strayPayments.seenAt), desc(strayPayments.paymentIntentId))
    .limit(limit),
);

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

/** Lists the orders whose bank waits for an answer, the soonest due first; `dueAt` is null when none can be given. */
export function listQuestionedOrders(db: Queryable): (NamedOrder & { dueAt: number | null })[] {
  const last = Number.POSITIVE_INFINITY;
  return questionedOrders(db)
    .all()
    .toSorted((a, b) => (a.dueAt ?? last) - (b.dueAt ?? last));
}

export const ordersInReview = prepared((db) =>
  db
    .select(named)
    .from(orders)
    .where(and(eq(orders.paymentStatus, 'review'), isNull(orders.deletedAt)))
    .orderBy(asc(orders.seq)),
);

export const listOrdersWithOpenWarnings = prepared((db) =>
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

export const ordersWithFailedRefund = prepared((db) =>
  db
    .select(named)
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.status, 'failed'), isNull(refunds.seenAt)))
    .groupBy(orders.id)
    .orderBy(asc(min(refunds.createdAt))),
);
