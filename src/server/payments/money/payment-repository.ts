import type { Queryable } from '../../../../db/client.ts';
import { and, asc, count, eq, gt, isNotNull, isNull, lt, sql } from '../../../../db/drizzle.ts';
import {
  checkouts,
  missedWebhooks,
  orders,
  paymentOrigins,
  strayPayments,
  stripeEvents,
} from '../../../../db/schema.ts';

export function isEventKnown(db: Queryable, id: string): boolean {
  return (
    db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id)).get() !== undefined
  );
}

/** @returns whether the event is a new one */
export function rememberEvent(db: Queryable, event: typeof stripeEvents.$inferInsert): boolean {
  return db.insert(stripeEvents).values(event).onConflictDoNothing().run().changes > 0;
}

/** @returns whether a payment without an order is seen for the first time */
export function rememberStrayPayment(db: Queryable, payment: typeof strayPayments.$inferInsert): boolean {
  return db.insert(strayPayments).values(payment).onConflictDoNothing().run().changes > 0;
}

export function forgetStrayPayment(db: Queryable, paymentIntentId: string): void {
  db.delete(strayPayments).where(eq(strayPayments.paymentIntentId, paymentIntentId)).run();
}

/** @returns whether a payment was begun here, as far as its id tells */
export function isKnownPayment(db: Queryable, paymentIntentId: string): boolean {
  const known = db.get<{ isKnown: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.paymentIntentId} = ${paymentIntentId})
      OR EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.paymentIntentId} = ${paymentIntentId})
      OR EXISTS (SELECT 1 FROM ${paymentOrigins} WHERE ${paymentOrigins.paymentIntentId} = ${paymentIntentId})
      OR EXISTS (SELECT 1 FROM ${strayPayments} WHERE ${strayPayments.paymentIntentId} = ${paymentIntentId})
      AS isKnown`);
  return known.isKnown === 1;
}

/** Notes a payment of which no webhook had told when it was found. */
export function rememberMissedWebhook(db: Queryable, missed: typeof missedWebhooks.$inferInsert): void {
  db.insert(missedWebhooks)
    .values(missed)
    .onConflictDoUpdate({ target: missedWebhooks.paymentIntentId, set: { foundAt: missed.foundAt } })
    .run();
}

/** The webhook of a payment did come. */
export function forgetMissedWebhook(db: Queryable, paymentIntentId: string): void {
  db.delete(missedWebhooks).where(eq(missedWebhooks.paymentIntentId, paymentIntentId)).run();
}

export function forgetMissedWebhooksBefore(db: Queryable, time: number): void {
  db.delete(missedWebhooks).where(lt(missedWebhooks.foundAt, time)).run();
}

/** @returns how many payments were found after a time, and still no webhook has told of them */
export function countMissedWebhooks(db: Queryable, after: number): number {
  const isRecent = gt(missedWebhooks.foundAt, after);
  return db.select({ count: count() }).from(missedWebhooks).where(isRecent).get()?.count ?? 0;
}

/** @returns unpaid orders placed before a time whose payment is still open */
export function listOrdersToAbandon(db: Queryable, before: number, limit: number) {
  return db
    .select({ id: orders.id, orderNumber: orders.orderNumber, paymentIntentId: orders.paymentIntentId })
    .from(orders)
    .where(and(isUnpaidSince(before), isNull(orders.abandonedAt)))
    .orderBy(asc(orders.createdAt))
    .limit(limit)
    .all();
}

/** Erases whose the orders were and what they asked that were placed before a time and given up. @returns how many */
export function eraseGivenUp(db: Queryable, before: number, now: number): number {
  return db
    .update(orders)
    .set({
      customQuestion: null,
      backgroundContext: null,
      customerName: 'Erased',
      customerEmail: '',
      searchText: sql`lower(${orders.orderNumber})`,
      readingAddresseeName: 'Erased',
      erasedAt: now,
    })
    .where(and(isUnpaidSince(before), isNotNull(orders.abandonedAt)))
    .run().changes;
}

/**
 * Deletes events that came before a time, among the oldest after one. They are stored in the order in which they
 * came, so that no index is needed to find the oldest.
 *
 * @returns the last row that was looked at; null once they are younger
 */
export function forgetEvents(
  db: Queryable,
  { before, after, limit }: { before: number; after: number; limit: number },
): number | null {
  const oldest = db.all<{ position: number; receivedAt: number }>(sql`
    SELECT rowid AS position, received_at AS receivedAt FROM stripe_events
    WHERE rowid > ${after} ORDER BY rowid LIMIT ${limit}`);
  const last = oldest.filter(({ receivedAt }) => receivedAt < before).at(-1);
  if (!last) return null;
  db.run(sql`
    DELETE FROM stripe_events
    WHERE rowid > ${after} AND rowid <= ${last.position} AND received_at < ${before}`);
  return oldest.length < limit || last !== oldest.at(-1) ? null : last.position;
}

function isUnpaidSince(before: number) {
  return and(eq(orders.paymentStatus, 'unpaid'), isNull(orders.erasedAt), lt(orders.createdAt, before));
}
