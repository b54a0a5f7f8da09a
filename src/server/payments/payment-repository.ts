import { and, asc, count, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import {
  checkouts,
  missedWebhooks,
  orders,
  paymentOrigins,
  strayPayments,
  stripeEvents,
} from '../../../db/schema.ts';
import { prepareOnce } from '../../../db/sql.ts';
import { days } from '../../shared/durations.ts';
import type { PaymentEvent } from '../base/payment-gateway.ts';
import { jsonFact, readFact } from '../shop/facts-repository.ts';

const eventById = prepareOnce((db) =>
  db
    .select()
    .from(stripeEvents)
    .where(eq(stripeEvents.id, sql.placeholder('id')))
    .prepare(),
);

export function findEvent(db: Queryable, id: string) {
  return eventById(db).get({ id });
}

/** Stores a processed event, and returns whether it was new. */
export function rememberEvent(tx: Transaction, event: typeof stripeEvents.$inferInsert): boolean {
  return tx.insert(stripeEvents).values(event).onConflictDoNothing().run().changes > 0;
}

/** Stores a payment without an order, which raises an alert, and returns whether it was new. */
export function rememberStrayPayment(tx: Transaction, payment: typeof strayPayments.$inferInsert): boolean {
  return tx.insert(strayPayments).values(payment).onConflictDoNothing().run().changes > 0;
}

/** Deletes a payment without an order from those that raise an alert. */
export function forgetStrayPayment(tx: Transaction, paymentIntentId: string): void {
  tx.delete(strayPayments).where(eq(strayPayments.paymentIntentId, paymentIntentId)).run();
}

/** Returns whether an order, a checkout or a recorded stray payment has this payment. */
export function isKnownPayment(db: Queryable, paymentIntentId: string): boolean {
  const tables = [orders, checkouts, paymentOrigins, strayPayments].map(
    (table) => sql`EXISTS (SELECT 1 FROM ${table} WHERE ${eq(table.paymentIntentId, paymentIntentId)})`,
  );
  return db.get<{ isKnown: number }>(sql`SELECT ${or(...tables)} AS isKnown`).isKnown === 1;
}

/** Stores that a payment was found without its webhook, or was found so again later. */
export function rememberMissedWebhook(tx: Transaction, missed: typeof missedWebhooks.$inferInsert): void {
  const conflict = { target: missedWebhooks.paymentIntentId, set: missed };
  tx.insert(missedWebhooks).values(missed).onConflictDoUpdate(conflict).run();
}

export function isWebhookMissed(db: Queryable, paymentIntentId: string): boolean {
  const isOfPayment = eq(missedWebhooks.paymentIntentId, paymentIntentId);
  const found = db.select({ foundAt: missedWebhooks.foundAt }).from(missedWebhooks).where(isOfPayment);
  return found.get() !== undefined;
}

export function forgetMissedWebhook(tx: Transaction, paymentIntentId: string): void {
  tx.delete(missedWebhooks).where(eq(missedWebhooks.paymentIntentId, paymentIntentId)).run();
}

export function forgetMissedWebhooksBefore(tx: Transaction, time: number): void {
  tx.delete(missedWebhooks).where(lt(missedWebhooks.foundAt, time)).run();
}

/** How long a payment found without its webhook raises an alert. */
export const missedWebhookMs = days(1);

export function countMissedWebhooks(db: Queryable, after: number): number {
  const isAfter = gt(missedWebhooks.foundAt, after);
  return db.select({ count: count() }).from(missedWebhooks).where(isAfter).get()?.count ?? 0;
}

/** Lists unpaid orders placed before a time that were neither abandoned nor erased, oldest first. */
export function listOrdersToAbandon(db: Queryable, before: number, limit: number) {
  const isUnpaid = sql`${orders.paymentStatus} = 'unpaid'`;
  return db
    .select({ id: orders.id, orderNumber: orders.orderNumber, paymentIntentId: orders.paymentIntentId })
    .from(orders)
    .where(and(isUnpaid, isNull(orders.erasedAt), lt(orders.createdAt, before), isNull(orders.abandonedAt)))
    .orderBy(asc(orders.createdAt))
    .limit(limit)
    .all();
}

export function deleteOldEvents(tx: Transaction, before: number): { changes: number } {
  return tx.delete(stripeEvents).where(lt(stripeEvents.receivedAt, before)).run();
}

/** The time up to which the provider's events were read, in milliseconds; null for never. */
export const { read: readEventsReadUntil, write: writeEventsReadUntil } =
  jsonFact<number>('events_read_until');

const setAside = jsonFact<{ event: PaymentEvent }[]>('events_set_aside');

/** Returns the service's id from its first migration, which marks its payments. */
export function readServiceId(db: Queryable): string {
  const id = readFact(db, 'id');
  if (id === null) throw new Error('The database has no id of its own; it was not made by our migrations.');
  return id;
}

/** Returns the events that could not be processed yet. */
export function readEventsSetAside(db: Queryable): PaymentEvent[] {
  return (setAside.read(db) ?? []).map(({ event }) => event);
}

/** Replaces the stored list of events that could not be processed yet. */
export function replaceEventsSetAside(db: Transaction, events: PaymentEvent[]): void {
  setAside.write(
    db,
    events.map((event) => ({ event })),
  );
}
