import type { Queryable, Transaction } from '../../../../db/client.ts';
import { and, asc, count, eq, gt, isNull, lt, sql } from '../../../../db/drizzle.ts';
import {
  type Columns,
  columnsOf,
  type Given,
  only,
  prepared,
  preparedPer,
  written,
} from '../../../../db/prepared.ts';
import {
  checkouts,
  missedWebhooks,
  orders,
  paymentOrigins,
  strayPayments,
  stripeEvents,
} from '../../../../db/schema.ts';

type EventSeen = typeof stripeEvents.$inferInsert;
type StrayPayment = typeof strayPayments.$inferInsert;
type MissedWebhook = typeof missedWebhooks.$inferInsert;
type OfPayment = { paymentIntentId: string };

const eventById = prepared((db, { id }: Given<{ id: string }>) =>
  db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id)),
);

export function isEventKnown(db: Queryable, id: string): boolean {
  return eventById(db).get({ id }) !== undefined;
}

const eventInsert = preparedPer((db, columns: Columns<EventSeen>, given: Given<EventSeen>) =>
  db.insert(stripeEvents).values(only(given, columns)).onConflictDoNothing(),
);

export function rememberEvent(db: Transaction, event: EventSeen): boolean {
  return eventInsert(db, columnsOf(event)).run(event).changes > 0;
}

const strayPaymentInsert = prepared((db, { paymentIntentId, amountCents, seenAt }: Given<StrayPayment>) =>
  db.insert(strayPayments).values({ paymentIntentId, amountCents, seenAt }).onConflictDoNothing(),
);

/** @returns whether a payment without an order is seen for the first time */
export function rememberStrayPayment(db: Transaction, payment: StrayPayment): boolean {
  return strayPaymentInsert(db).run(payment).changes > 0;
}

const strayPaymentDelete = prepared((db, { paymentIntentId }: Given<OfPayment>) =>
  db.delete(strayPayments).where(eq(strayPayments.paymentIntentId, paymentIntentId)),
);

export function forgetStrayPayment(db: Transaction, paymentIntentId: string): void {
  strayPaymentDelete(db).run({ paymentIntentId });
}

const paymentKnown = prepared((db, { paymentIntentId }: Given<OfPayment>) =>
  written<{ isKnown: number }>(
    db,
    sql`
      SELECT EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.paymentIntentId} = ${paymentIntentId})
        OR EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.paymentIntentId} = ${paymentIntentId})
        OR EXISTS (SELECT 1 FROM ${paymentOrigins} WHERE ${paymentOrigins.paymentIntentId} = ${paymentIntentId})
        OR EXISTS (SELECT 1 FROM ${strayPayments} WHERE ${strayPayments.paymentIntentId} = ${paymentIntentId})
        AS isKnown`,
  ),
);

export function isKnownPayment(db: Queryable, paymentIntentId: string): boolean {
  return paymentKnown(db).get({ paymentIntentId })?.isKnown === 1;
}

const missedWebhookUpsert = prepared((db, { paymentIntentId, foundAt }: Given<MissedWebhook>) =>
  db
    .insert(missedWebhooks)
    .values({ paymentIntentId, foundAt })
    .onConflictDoUpdate({ target: missedWebhooks.paymentIntentId, set: { foundAt } }),
);

/** Notes a payment that was found before its webhook came. */
export function rememberMissedWebhook(db: Transaction, missed: MissedWebhook): void {
  missedWebhookUpsert(db).run(missed);
}

const missedWebhookDelete = prepared((db, { paymentIntentId }: Given<OfPayment>) =>
  db.delete(missedWebhooks).where(eq(missedWebhooks.paymentIntentId, paymentIntentId)),
);

export function forgetMissedWebhook(db: Transaction, paymentIntentId: string): void {
  missedWebhookDelete(db).run({ paymentIntentId });
}

const oldMissedWebhooksDelete = prepared((db, { time }: Given<{ time: number }>) =>
  db.delete(missedWebhooks).where(lt(missedWebhooks.foundAt, time)),
);

export function forgetMissedWebhooksBefore(db: Transaction, time: number): void {
  oldMissedWebhooksDelete(db).run({ time });
}

const missedWebhookCount = prepared((db, { after }: Given<{ after: number }>) =>
  db.select({ count: count() }).from(missedWebhooks).where(gt(missedWebhooks.foundAt, after)),
);

/** @returns how many payments were found after a time and still have no webhook */
export function countMissedWebhooks(db: Queryable, after: number): number {
  return missedWebhookCount(db).get({ after })?.count ?? 0;
}

const ordersToAbandon = prepared((db, { before, limit }: Given<{ before: number; limit: number }>) =>
  db
    .select({ id: orders.id, orderNumber: orders.orderNumber, paymentIntentId: orders.paymentIntentId })
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, 'unpaid'),
        isNull(orders.erasedAt),
        lt(orders.createdAt, before),
        isNull(orders.abandonedAt),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(limit),
);

/** @returns unpaid orders placed before a time whose payment is still open */
export function listOrdersToAbandon(db: Queryable, before: number, limit: number) {
  return ordersToAbandon(db).all({ before, limit });
}

const oldEventsDelete = prepared((db, { before }: Given<{ before: number }>) =>
  db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, before)),
);

export function deleteOldEvents(db: Transaction, before: number): number {
  return oldEventsDelete(db).run({ before }).changes;
}
