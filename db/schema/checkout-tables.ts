import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { orders } from './order-tables.ts';

/** The id is the start time and the SHA-256 of the visitor's token. */
export const checkouts = sqliteTable(
  'checkouts',
  {
    id: text('id').primaryKey(),
    attempt: integer('attempt').notNull().default(1),
    /** A payment that was started and belongs to no order yet. */
    paymentIntentId: text('payment_intent_id').unique(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull().default('usd'),
    createdAt: integer('created_at').notNull(),
    /** When the visitor last saw prices: at an opening or a refusal. */
    toldAt: integer('told_at').notNull().default(0),
  },
  (table) => [index('checkouts_created').on(table.createdAt)],
);

/** The orders a visitor's next submit may refer to. */
export const checkoutOrders = sqliteTable(
  'checkout_orders',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id, { onDelete: 'cascade' }),
    acknowledgedAt: integer('acknowledged_at'),
  },
  (table) => [index('checkout_orders_checkout').on(table.checkoutId)],
);

/** Addresses that get a mail when sales reopen, once they are confirmed. */
export const waitlist = sqliteTable('waitlist', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  canonicalEmail: text('canonical_email').notNull().unique(),
  /** The hash of the secret in the mail that asks to confirm. */
  linkId: text('link_id').unique(),
  createdAt: integer('created_at').notNull(),
  confirmedAt: integer('confirmed_at'),
});

/** Who started a payment, to detect card testing. Kept no longer than the checkout. */
export const paymentOrigins = sqliteTable(
  'payment_origins',
  {
    paymentIntentId: text('payment_intent_id').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
  },
  (table) => [
    index('payment_origins_checkout').on(table.checkoutId),
    index('payment_origins_address').on(table.address),
  ],
);
