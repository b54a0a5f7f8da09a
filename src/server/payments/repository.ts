import type { Queryable } from '../../../db/client.ts';
import { and, count, eq, gt, gte, isNull, lt } from '../../../db/drizzle.ts';
import { checkouts, missedWebhooks, orders, strayPayments, stripeEvents } from '../../../db/schema.ts';

export type Checkout = typeof checkouts.$inferSelect;

export function findCheckout(db: Queryable, id: string): Checkout | undefined {
  return db.select().from(checkouts).where(eq(checkouts.id, id)).get();
}

export function insertCheckout(db: Queryable, checkout: typeof checkouts.$inferInsert): Checkout {
  return db.insert(checkouts).values(checkout).returning().get();
}

export function updateCheckout(db: Queryable, id: string, changes: Partial<Checkout>): Checkout {
  return db.update(checkouts).set(changes).where(eq(checkouts.id, id)).returning().get();
}

/** @returns whether the checkout had no order yet and now has this one */
export function claimCheckout(db: Queryable, id: string, orderId: string): boolean {
  const { changes } = db
    .update(checkouts)
    .set({ orderId })
    .where(and(eq(checkouts.id, id), isNull(checkouts.orderId)))
    .run();
  return changes > 0;
}

export function isEventKnown(db: Queryable, id: string): boolean {
  return (
    db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id)).get() !== undefined
  );
}

/** @returns whether the event is a new one */
export function rememberEvent(db: Queryable, event: typeof stripeEvents.$inferInsert): boolean {
  return db.insert(stripeEvents).values(event).onConflictDoNothing().run().changes > 0;
}

/** @returns how many cards of one payment were declined */
export function countDeclines(db: Queryable, paymentId: string): number {
  const isDecline = and(
    eq(stripeEvents.paymentId, paymentId),
    eq(stripeEvents.type, 'payment_intent.payment_failed'),
  );
  return db.select({ count: count() }).from(stripeEvents).where(isDecline).get()?.count ?? 0;
}

/** @returns how many payments failed and succeeded since a time, by the provider's events */
export function countOutcomes(db: Queryable, since: number): { failed: number; succeeded: number } {
  const countOf = (type: string) =>
    db
      .select({ count: count() })
      .from(stripeEvents)
      .where(and(eq(stripeEvents.type, type), gte(stripeEvents.receivedAt, since)))
      .get()?.count ?? 0;
  return {
    failed: countOf('payment_intent.payment_failed'),
    succeeded: countOf('payment_intent.succeeded'),
  };
}

/** @returns whether a payment without an order is seen for the first time */
export function rememberStrayPayment(db: Queryable, payment: typeof strayPayments.$inferInsert): boolean {
  return db.insert(strayPayments).values(payment).onConflictDoNothing().run().changes > 0;
}

export function forgetStrayPayment(db: Queryable, paymentIntentId: string): void {
  db.delete(strayPayments).where(eq(strayPayments.paymentIntentId, paymentIntentId)).run();
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
    .select({ id: orders.id, paymentIntentId: orders.paymentIntentId })
    .from(orders)
    .where(and(isUnpaidSince(before), isNull(orders.abandonedAt)))
    .limit(limit)
    .all();
}

/** Erases what was private in orders that were placed before a time and never paid. @returns how many */
export function eraseUnpaidTexts(db: Queryable, before: number, now: number): number {
  return db
    .update(orders)
    .set({ customQuestion: null, backgroundContext: null, erasedAt: now })
    .where(isUnpaidSince(before))
    .run().changes;
}

/** @returns checkouts begun before a time; whoever comes back begins a new one */
export function listOldCheckouts(db: Queryable, before: number, limit: number): Checkout[] {
  return db.select().from(checkouts).where(lt(checkouts.createdAt, before)).limit(limit).all();
}

export function deleteCheckout(db: Queryable, id: string): void {
  db.delete(checkouts).where(eq(checkouts.id, id)).run();
}

function isUnpaidSince(before: number) {
  return and(eq(orders.paymentStatus, 'unpaid'), isNull(orders.erasedAt), lt(orders.createdAt, before));
}
