import type { Queryable } from '../../../db/client.ts';
import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt } from '../../../db/drizzle.ts';
import { countIn, findIn, type Params, prepared, preparedPer } from '../../../db/prepared.ts';
import { paymentOrigins, stripeEvents } from '../../../db/schema.ts';

export type PaymentOrigin = typeof paymentOrigins.$inferSelect;

/** Whose cards are counted: of one visitor, or of one address. */
export interface Suspect {
  trait: 'checkoutId' | 'address';
  value: string;
}

type Since = { since: number };
type OfSuspect = { value: string } & Since;

export const findOrigin = findIn(paymentOrigins, paymentOrigins.paymentIntentId);

export const rememberOrigin = prepared(
  (db, { paymentIntentId, checkoutId, address }: Params<PaymentOrigin>) =>
    db.insert(paymentOrigins).values({ paymentIntentId, checkoutId, address }).onConflictDoNothing(),
);

export const countDeclines = countIn(stripeEvents, ({ paymentId }: Params<{ paymentId: string }>) =>
  and(eq(stripeEvents.paymentId, paymentId), eq(stripeEvents.type, 'payment_intent.payment_failed')),
);

export const listDeclines = preparedPer((db, trait: Suspect['trait'], given: Params<OfSuspect>) =>
  db
    .select({ at: stripeEvents.receivedAt })
    .from(stripeEvents)
    .innerJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, stripeEvents.paymentId))
    .where(and(isOutcome('payment_failed', given), eq(paymentOrigins[trait], given.value)))
    .orderBy(desc(stripeEvents.receivedAt)),
);

const successCount = preparedPer((db, trait: Suspect['trait'] | null, given: Params<OfSuspect>) =>
  db
    .select({ count: count() })
    .from(stripeEvents)
    .innerJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, stripeEvents.paymentId))
    .where(and(isOutcome('succeeded', given), trait ? eq(paymentOrigins[trait], given.value) : undefined)),
);

/** Counts payments that succeeded since a time: of a suspect or, with null, of all visitors. */
export function countSuccesses(db: Queryable, suspect: Suspect | null, since: number): number {
  const { trait = null, value = '' } = suspect ?? {};
  return successCount(db, trait).get({ value, since })?.count ?? 0;
}

const declineCounts = preparedPer(
  (db, cards: 'all' | 'one', given: Params<{ card: string | null } & Since>) =>
    db
      .select({ count: count() })
      .from(stripeEvents)
      .innerJoin(paymentOrigins, eq(paymentOrigins.paymentIntentId, stripeEvents.paymentId))
      .where(
        and(
          isOutcome('payment_failed', given),
          cards === 'one' ? eq(stripeEvents.card, given.card) : undefined,
        ),
      )
      .groupBy(paymentOrigins.address),
);

/** Counts declines for each address that has any, of one card or, with null, of all cards. */
export function countDeclinesByAddress(db: Queryable, since: number, card: string | null): number[] {
  const addresses = declineCounts(db, card === null ? 'all' : 'one').all({ since, card });
  return addresses.map((address) => address.count);
}

export const forgetCards = prepared((db, { before }: Params<{ before: number }>) =>
  db
    .update(stripeEvents)
    .set({ card: null })
    .where(and(isNotNull(stripeEvents.card), lt(stripeEvents.receivedAt, before))),
);

export const clampEventTimes = prepared((db, { now }: Params<{ now: number }>) =>
  db
    .update(stripeEvents)
    .set({ receivedAt: now })
    .where(
      and(
        inArray(stripeEvents.type, ['payment_intent.payment_failed', 'payment_intent.succeeded']),
        gt(stripeEvents.receivedAt, now),
      ),
    ),
);

function isOutcome(outcome: 'payment_failed' | 'succeeded', { since }: Params<Since>) {
  return and(eq(stripeEvents.type, `payment_intent.${outcome}`), gte(stripeEvents.receivedAt, since));
}
