import type { Queryable } from '../../../db/client.ts';
import { and, count, desc, eq, gte, isNotNull, lt } from '../../../db/drizzle.ts';
import { paymentOrigins, stripeEvents } from '../../../db/schema.ts';

export type PaymentOrigin = typeof paymentOrigins.$inferSelect;

/** Whose cards are counted: one visitor's, or those of one address. */
export type Suspect = { checkoutId: string } | { address: string };

export function findOrigin(db: Queryable, paymentIntentId: string): PaymentOrigin | undefined {
  return db.select().from(paymentOrigins).where(eq(paymentOrigins.paymentIntentId, paymentIntentId)).get();
}

export function rememberOrigin(db: Queryable, origin: PaymentOrigin): void {
  db.insert(paymentOrigins).values(origin).onConflictDoNothing().run();
}

/** @returns how many cards of one payment were declined */
export function countDeclines(db: Queryable, paymentId: string): number {
  const isDecline = and(
    eq(stripeEvents.paymentId, paymentId),
    eq(stripeEvents.type, 'payment_intent.payment_failed'),
  );
  return db.select({ count: count() }).from(stripeEvents).where(isDecline).get()?.count ?? 0;
}

/** @returns when cards of a suspect were declined since a time, newest first */
export function listDeclines(db: Queryable, suspect: Suspect, since: number): number[] {
  return db
    .select({ at: stripeEvents.receivedAt })
    .from(stripeEvents)
    .innerJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, stripeEvents.paymentId))
    .where(and(isOutcome('payment_failed', since), isOf(suspect)))
    .orderBy(desc(stripeEvents.receivedAt))
    .all()
    .map(({ at }) => at);
}

/** @returns how many payments of a suspect, or of everybody, succeeded since a time */
export function countSuccesses(db: Queryable, suspect: Suspect | null, since: number): number {
  return (
    db
      .select({ count: count() })
      .from(stripeEvents)
      .innerJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, stripeEvents.paymentId))
      .where(and(isOutcome('succeeded', since), suspect === null ? undefined : isOf(suspect)))
      .get()?.count ?? 0
  );
}

/**
 * @param card only this one; null for all
 * @returns how many cards were declined since a time, for each address
 */
export function countDeclinesByAddress(db: Queryable, since: number, card: string | null): number[] {
  const isCard = card === null ? undefined : eq(stripeEvents.card, card);
  return db
    .select({ count: count() })
    .from(stripeEvents)
    .innerJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, stripeEvents.paymentId))
    .where(and(isOutcome('payment_failed', since), isCard))
    .groupBy(paymentOrigins.address)
    .all()
    .map((address) => address.count);
}

/** Forgets which cards were declined before a time. */
export function forgetCards(db: Queryable, before: number): void {
  db.update(stripeEvents)
    .set({ card: null })
    .where(and(isNotNull(stripeEvents.card), lt(stripeEvents.receivedAt, before)))
    .run();
}

function isOutcome(outcome: 'payment_failed' | 'succeeded', since: number) {
  return and(eq(stripeEvents.type, `payment_intent.${outcome}`), gte(stripeEvents.receivedAt, since));
}

function isOf(suspect: Suspect) {
  if ('address' in suspect) return eq(paymentOrigins.address, suspect.address);
  return eq(paymentOrigins.checkoutId, suspect.checkoutId);
}
