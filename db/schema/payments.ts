import { index, integer, sql, sqliteTable, text } from '../drizzle.ts';

/** Stripe events already handled: a repeat does nothing. They also tell how many cards are declined. */
export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    paymentId: text('payment_id'),
    /** Stripe's name for the card that was declined; forgotten after a day. */
    card: text('card'),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [
    index('stripe_events_type').on(table.type, table.receivedAt),
    index('stripe_events_payment').on(table.paymentId, table.type),
    index('stripe_events_card').on(table.card, table.receivedAt).where(sql`card IS NOT NULL`),
  ],
);

/** Money that came without an order. Somebody has to look at it. */
export const strayPayments = sqliteTable('stray_payments', {
  paymentIntentId: text('payment_intent_id').primaryKey(),
  amountCents: integer('amount_cents').notNull(),
  seenAt: integer('seen_at').notNull(),
});

/** Payments that were found before their webhook came; it may still come. */
export const missedWebhooks = sqliteTable('missed_webhooks', {
  paymentIntentId: text('payment_intent_id').primaryKey(),
  foundAt: integer('found_at').notNull(),
});
