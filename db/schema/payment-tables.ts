import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { disputeStatuses, refundStatuses, warningKinds } from '../../src/shared/orders/money-states.ts';
import { paperKinds, type ReceiptLine, type Seller, taxKinds } from '../../src/shared/shop/tax-schema.ts';
import { orderReference } from './order-tables.ts';

export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    paymentId: text('payment_id'),
    card: text('card'),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [
    index('stripe_events_type').on(table.type, table.receivedAt),
    index('stripe_events_payment').on(table.paymentId, table.type),
    index('stripe_events_card').on(table.card, table.receivedAt).where(sql`card IS NOT NULL`),
  ],
);

export const strayPayments = sqliteTable('stray_payments', {
  paymentIntentId: text('payment_intent_id').primaryKey(),
  amountMinor: integer('amount_minor').notNull(),
  currency: text('currency').notNull().default('usd'),
  seenAt: integer('seen_at').notNull(),
});

export const missedWebhooks = sqliteTable(
  'missed_webhooks',
  {
    paymentIntentId: text('payment_intent_id').primaryKey(),
    foundAt: integer('found_at').notNull(),
  },
  (table) => [index('missed_webhooks_found').on(table.foundAt)],
);

/** A refund of ours is `asked` until Stripe's answer is known; `refused` ends it. Other statuses are Stripe's. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    orderId: orderReference(),
    stripeId: text('stripe_id').unique(),
    amountMinor: integer('amount_minor').notNull(),
    status: text('status', { enum: ['asked', 'refused', ...refundStatuses] }).notNull(),
    askedBy: text('asked_by'),
    refundedBeforeMinor: integer('refunded_before_minor').notNull().default(0),
    failure: text('failure'),
    createdAt: integer('created_at').notNull(),
    /** When the admin who asked for it learned that it was made. */
    toldAt: integer('told_at'),
    seenAt: integer('seen_at'),
  },
  (table) => [
    index('refunds_order').on(table.orderId),
    uniqueIndex('refunds_asked').on(table.orderId).where(sql`status = 'asked'`),
    index('refunds_failed').on(table.createdAt).where(sql`status = 'failed' AND seen_at IS NULL`),
  ],
);

export const disputes = sqliteTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    orderId: orderReference(),
    status: text('status', { enum: disputeStatuses }).notNull(),
    reason: text('reason').notNull(),
    /** A bank may demand the customer's own currency. */
    currency: text('currency').notNull().default('usd'),
    amountMinor: integer('amount_minor').notNull(),
    withdrawnMinor: integer('withdrawn_minor').notNull(),
    dueAt: integer('due_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('disputes_order').on(table.orderId),
    index('disputes_open')
      .on(table.dueAt)
      .where(
        sql`status IN ('needs_response', 'under_review', 'warning_needs_response', 'warning_under_review')`,
      ),
  ],
);

export const paymentWarnings = sqliteTable(
  'payment_warnings',
  {
    id: text('id').primaryKey(),
    orderId: orderReference(),
    kind: text('kind', { enum: warningKinds }).notNull(),
    reason: text('reason').notNull(),
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    dismissedAt: integer('dismissed_at'),
  },
  (table) => [
    index('payment_warnings_order').on(table.orderId),
    index('payment_warnings_open').on(table.createdAt).where(sql`is_open = 1 AND dismissed_at IS NULL`),
  ],
);

/**
 * Receipts and refund receipts, numbered together without gaps. Triggers prevent changes, deletions, and any
 * number but the next. They name no customer, so erasures leave them.
 */
export const receipts = sqliteTable(
  'receipts',
  {
    number: integer('number')
      .primaryKey()
      .$defaultFn(() => sql`(SELECT ifnull(max(number), 0) + 1 FROM receipts)`),
    kind: text('kind', { enum: paperKinds }).notNull(),
    orderId: orderReference(),
    orderNumber: text('order_number').notNull(),
    /** The id of a row of `refunds`. */
    refundId: text('refund_id'),
    issuedAt: integer('issued_at').notNull(),
    /** With tax; negative for a refund, as is its tax. */
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    taxKind: text('tax_kind', { enum: taxKinds }).notNull(),
    /** In hundredths of a percent; 0 unless tax is included. */
    taxRate: integer('tax_rate').notNull(),
    taxMinor: integer('tax_minor').notNull(),
    seller: text('seller', { mode: 'json' }).$type<Seller>().notNull(),
    lines: text('lines', { mode: 'json' }).$type<ReceiptLine[]>().notNull(),
  },
  (table) => [
    index('receipts_order').on(table.orderId),
    index('receipts_issued').on(table.issuedAt),
    uniqueIndex('receipts_of_order').on(table.orderId).where(sql`kind = 'receipt'`),
  ],
);
