import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt, type Placeholder, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { paymentOrigins, stripeEvents } from '../../../db/schema.ts';
import { prepareOnce } from '../../../db/sql.ts';

export type PaymentOrigin = typeof paymentOrigins.$inferSelect;

/** The visitor, or the address, whose cards are counted. */
export interface Suspect {
  trait: 'checkoutId' | 'address';
  value: string;
}

/** Finds the checkout and the hashed address that started a payment. */
export function findOrigin(db: Queryable, paymentIntentId: string) {
  return db.select().from(paymentOrigins).where(eq(paymentOrigins.paymentIntentId, paymentIntentId)).get();
}

/** Stores who started a payment; ignores a payment that is known. */
export function rememberOrigin(tx: Transaction, origin: PaymentOrigin): void {
  tx.insert(paymentOrigins).values(origin).onConflictDoNothing().run();
}

/** Counts how often cards were declined for a payment. */
export function countDeclines(db: Queryable, paymentId: string): number {
  const { type } = stripeEvents;
  const isDecline = and(eq(stripeEvents.paymentId, paymentId), eq(type, 'payment_intent.payment_failed'));
  return db.select({ count: count() }).from(stripeEvents).where(isDecline).get()?.count ?? 0;
}

const declinesBy = (trait: Suspect['trait']) =>
  prepareOnce((db) =>
    db
      .select({ at: stripeEvents.receivedAt })
      .from(stripeEvents)
      .innerJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, stripeEvents.paymentId))
      .where(
        and(
          isOutcome('payment_failed', sql.placeholder('since')),
          eq(paymentOrigins[trait], sql.placeholder('value')),
        ),
      )
      .orderBy(desc(stripeEvents.receivedAt))
      .prepare(),
  );
const declines = { checkoutId: declinesBy('checkoutId'), address: declinesBy('address') };

/** Lists the times of a suspect's declined cards since a time, newest first. */
export function listDeclines(db: Queryable, { trait, value }: Suspect, since: number) {
  return declines[trait](db).all({ value, since });
}

/** Counts payments that succeeded since a time, of a suspect or of all visitors (null). */
export function countSuccesses(db: Queryable, suspect: Suspect | null, since: number): number {
  const isOfSuspect = suspect ? eq(paymentOrigins[suspect.trait], suspect.value) : undefined;
  const found = db
    .select({ count: count() })
    .from(stripeEvents)
    .innerJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, stripeEvents.paymentId))
    .where(and(isOutcome('succeeded', since), isOfSuspect))
    .get();
  return found?.count ?? 0;
}

/** Returns the number of declines of each address that has any, of one card or of all cards (null). */
export function countDeclinesByAddress(db: Queryable, since: number, card: string | null): number[] {
  const isOfCard = card === null ? undefined : eq(stripeEvents.card, card);
  const addresses = db
    .select({ count: count() })
    .from(stripeEvents)
    .innerJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, stripeEvents.paymentId))
    .where(and(isOutcome('payment_failed', since), isOfCard))
    .groupBy(paymentOrigins.address)
    .all();
  return addresses.map((address) => address.count);
}

/** Deletes card fingerprints from events received before a time. */
export function forgetCards(tx: Transaction, before: number): void {
  const isOld = and(isNotNull(stripeEvents.card), lt(stripeEvents.receivedAt, before));
  tx.update(stripeEvents).set({ card: null }).where(isOld).run();
}

/** Sets times of payment outcomes that lie in the future to now. */
export function clampEventTimes(tx: Transaction, now: number): void {
  const isOutcome = inArray(stripeEvents.type, ['payment_intent.payment_failed', 'payment_intent.succeeded']);
  tx.update(stripeEvents)
    .set({ receivedAt: now })
    .where(and(isOutcome, gt(stripeEvents.receivedAt, now)))
    .run();
}

function isOutcome(outcome: 'payment_failed' | 'succeeded', since: number | Placeholder) {
  return and(eq(stripeEvents.type, `payment_intent.${outcome}`), gte(stripeEvents.receivedAt, since));
}
