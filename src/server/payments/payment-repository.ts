import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, gt, isNull, lt, sql } from '../../../db/drizzle.ts';
import {
  countIn,
  deleteIn,
  findIn,
  type Params,
  prepared,
  rawStatement,
  storeIn,
} from '../../../db/prepared.ts';
import {
  checkouts,
  missedWebhooks,
  orders,
  paymentOrigins,
  strayPayments,
  stripeEvents,
} from '../../../db/schema.ts';

type StrayPayment = typeof strayPayments.$inferInsert;
type OfPayment = { paymentIntentId: string };

export const findEvent = findIn(stripeEvents, stripeEvents.id);

export const rememberEvent = prepared((db, event: Params<typeof stripeEvents.$inferSelect>) => {
  const { id, type, paymentId, card, receivedAt } = event;
  return db.insert(stripeEvents).values({ id, type, paymentId, card, receivedAt }).onConflictDoNothing();
});

export const rememberStrayPayment = prepared(
  (db, { paymentIntentId, amountMinor, currency, seenAt }: Params<StrayPayment>) =>
    db.insert(strayPayments).values({ paymentIntentId, amountMinor, currency, seenAt }).onConflictDoNothing(),
);

export const forgetStrayPayment = deleteIn(strayPayments, strayPayments.paymentIntentId);

const paymentKnown = prepared((db, { paymentIntentId }: Params<OfPayment>) =>
  rawStatement<{ isKnown: number }>(
    db,
    sql`
      SELECT EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.paymentIntentId} = ${paymentIntentId})
        OR EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.paymentIntentId} = ${paymentIntentId})
        OR EXISTS (SELECT 1 FROM ${paymentOrigins} WHERE ${paymentOrigins.paymentIntentId} = ${paymentIntentId})
        OR EXISTS (SELECT 1 FROM ${strayPayments} WHERE ${strayPayments.paymentIntentId} = ${paymentIntentId})
        AS isKnown`,
  ),
);

/** Returns true for a payment of an order or a checkout, and for a stray one that was seen before. */
export function isKnownPayment(db: Queryable, paymentIntentId: string): boolean {
  return paymentKnown(db).get({ paymentIntentId })?.isKnown === 1;
}

export const rememberMissedWebhook = storeIn(missedWebhooks, missedWebhooks.paymentIntentId);
export const forgetMissedWebhook = deleteIn(missedWebhooks, missedWebhooks.paymentIntentId);

export const forgetMissedWebhooksBefore = prepared((db, { time }: Params<{ time: number }>) =>
  db.delete(missedWebhooks).where(lt(missedWebhooks.foundAt, time)),
);

export const countMissedWebhooks = countIn(missedWebhooks, ({ after }: Params<{ after: number }>) =>
  gt(missedWebhooks.foundAt, after),
);

export const listOrdersToAbandon = prepared(
  (db, { before, limit }: Params<{ before: number; limit: number }>) =>
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

export const deleteOldEvents = prepared((db, { before }: Params<{ before: number }>) =>
  db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, before)),
);
