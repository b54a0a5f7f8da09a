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
import { type Given, prepared } from '../../../db/prepared.ts';
import { disputes, orders, outbox, paymentWarnings, refunds, strayPayments } from '../../../db/schema.ts';
import type { Alert } from '../../shared/alerts.ts';
import { customerMailKinds } from '../../shared/orders/mails.ts';
import { findMail, type MailRow } from '../outbox/outbox-repository.ts';

export type NamedOrder = Alert['orders'][number];

const named = { id: orders.id, orderNumber: orders.orderNumber };

const ordersWithFailedMail = prepared((db, { limit }: Given<{ limit: number }>) =>
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

/** @returns the orders with a mail that was given up, the latest first */
export function listOrdersWithFailedMail(db: Queryable, limit: number): NamedOrder[] {
  return ordersWithFailedMail(db).all({ limit });
}

const mailsInVain = prepared((db, { attempts }: Given<{ attempts: number }>) =>
  db
    .select({ count: count(), id: max(outbox.id) })
    .from(outbox)
    .where(and(eq(outbox.state, 'queued'), gte(outbox.attempts, attempts))),
);

/** @returns how many mails still wait after so many failed attempts, and the newest of them */
export function findMailInVain(
  db: Queryable,
  attempts: number,
): { count: number; newest: MailRow | undefined } {
  const found = mailsInVain(db).get({ attempts });
  return found?.id ? { count: found.count, newest: findMail(db, found.id) } : { count: 0, newest: undefined };
}

const newestStrayPayments = prepared((db, { limit }: Given<{ limit: number }>) =>
  db
    .select()
    .from(strayPayments)
    .orderBy(desc(strayPayments.seenAt), desc(strayPayments.paymentIntentId))
    .limit(limit),
);

/** @returns money that came without an order, the latest first */
export function listStrayPayments(db: Queryable, limit: number): (typeof strayPayments.$inferSelect)[] {
  return newestStrayPayments(db).all({ limit });
}

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

/**
 * @returns the orders whose payment a bank questions and waits for an answer about, the soonest due first, with the time
 *   to answer by in milliseconds; null when it cannot be answered
 */
export function listQuestionedOrders(db: Queryable): (NamedOrder & { dueAt: number | null })[] {
  const last = Number.POSITIVE_INFINITY;
  return questionedOrders(db)
    .all()
    .toSorted((a, b) => (a.dueAt ?? last) - (b.dueAt ?? last));
}

const ordersInReview = prepared((db) =>
  db
    .select(named)
    .from(orders)
    .where(and(eq(orders.paymentStatus, 'review'), isNull(orders.deletedAt)))
    .orderBy(asc(orders.seq)),
);

/** @returns the orders whose payments do not match them */
export function listOrdersInReview(db: Queryable): NamedOrder[] {
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
export function listDoubtedOrders(db: Queryable): NamedOrder[] {
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
export function listOrdersWithFailedRefund(db: Queryable): NamedOrder[] {
  return ordersWithFailedRefund(db).all();
}
