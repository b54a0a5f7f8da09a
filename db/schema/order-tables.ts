import { and, eq, inArray, sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Answer, BoughtAddOn } from '../../src/shared/offers/offer-answers.ts';
import { standardOffer } from '../../src/shared/offers/offer-types.ts';
import { messageKinds, messageSenders } from '../../src/shared/orders/messages.ts';
import { disputeStates, holds } from '../../src/shared/orders/money-states.ts';
import { readingTypes } from '../../src/shared/orders/order-form.ts';
import {
  orderStatuses,
  paymentStatuses,
  statusesToWrite,
  workablePaymentStatuses,
} from '../../src/shared/orders/order-status.ts';
import { codes, offers } from './offer-tables.ts';
import { userReference, users } from './user-tables.ts';

/** Terms that customers agreed to, word for word. The id is the SHA-256 of the words. */
export const terms = sqliteTable('terms', {
  id: text('id').primaryKey(),
  words: text('words').notNull(),
});

export const orders = sqliteTable(
  'orders',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    orderNumber: text('order_number').notNull().unique(),
    status: text('status', { enum: orderStatuses }).notNull().default('pending'),
    paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull().default('unpaid'),
    readingType: text('reading_type', { enum: readingTypes }).notNull(),
    customQuestion: text('custom_question'),
    backgroundContext: text('background_context'),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    /** The canonical spelling, by which a customer is found (src/shared/email/email-address.ts). */
    canonicalEmail: text('canonical_email').notNull().default(''),
    readingAddresseeName: text('reading_addressee_name').notNull(),
    /** The text that searches look at (src/shared/orders/search-text.ts); empty until it is computed. */
    searchText: text('search_text').notNull().default(''),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull().default('usd'),
    paymentIntentId: text('payment_intent_id').unique(),
    createdAt: integer('created_at').notNull(),
    paidAt: integer('paid_at'),
    receivedMinor: integer('received_minor'),
    refundedMinor: integer('refunded_minor').notNull().default(0),
    refundingMinor: integer('refunding_minor').notNull().default(0),
    dispute: text('dispute', { enum: disputeStates }),
    /** Why its reading must not be sent, although it is paid. */
    hold: text('hold', { enum: holds }),
    moneyAskedAt: integer('money_asked_at'),
    termsId: text('terms_id').references(() => terms.id),
    consentId: text('consent_id').references(() => terms.id),
    consentedAt: integer('consented_at'),
    /** The day promised when the order was placed: `2026-11-25` in the business's time zone. */
    promisedDay: text('promised_day'),
    /** Null until the order is paid, and while its customer has a question to answer. */
    dueAt: integer('due_at'),
    assignedReaderId: text('assigned_reader_id').references(() => users.id),
    assignedAt: integer('assigned_at'),
    deliveredAt: integer('delivered_at'),
    deletedAt: integer('deleted_at'),
    abandonedAt: integer('abandoned_at'),
    erasedAt: integer('erased_at'),
    internalNotes: text('internal_notes'),
    // What was bought, as it was then: later changes of the offer change no order.
    offerId: text('offer_id').notNull().default(standardOffer.id),
    offerName: text('offer_name').notNull().default(standardOffer.name),
    /** Business days to delivery, with a rush add-on's. */
    offerDays: integer('offer_days').notNull().default(standardOffer.days),
    offerWords: integer('offer_words').notNull().default(standardOffer.words),
    answers: text('answers', { mode: 'json' }).$type<Answer[]>().notNull().default([]),
    addOns: text('add_ons', { mode: 'json' }).$type<BoughtAddOn[]>().notNull().default([]),
    codeId: text('code_id').references(() => codes.id),
    code: text('code'),
    /** The code's discount; `amountMinor` is the price after it. */
    discountMinor: integer('discount_minor').notNull().default(0),
  },
  (table) => [
    index('orders_customer').on(sql`${table.customerName} COLLATE NOCASE`, table.seq, table.searchText),
    index('orders_email').on(table.canonicalEmail, table.seq),
    index('orders_without_search_text').on(table.seq).where(sql`search_text = ''`),
    index('orders_created').on(table.createdAt),
    index('orders_status').on(table.status, table.seq),
    index('orders_facets').on(
      table.paymentStatus,
      table.status,
      table.assignedReaderId,
      sql`(${table.deletedAt} IS NOT NULL)`,
      table.seq,
    ),
    // Without the payment status, SQLite would choose `orders_facets`.
    index('orders_unpaid')
      .on(table.paymentStatus, table.createdAt)
      .where(sql`payment_status = 'unpaid' AND erased_at IS NULL`),
    index('orders_assigned')
      .on(table.assignedReaderId, table.assignedAt)
      .where(sql`assigned_reader_id IS NOT NULL`),
    index('orders_reader')
      .on(table.assignedReaderId, table.status, table.dueAt, table.seq)
      .where(sql`assigned_reader_id IS NOT NULL`),
    index('orders_open')
      .on(table.dueAt, table.seq, table.status, table.paymentStatus)
      .where(sql`status <> 'approved' AND deleted_at IS NULL`),
    index('orders_paid')
      .on(table.paidAt, table.paymentStatus, table.amountMinor, table.refundedMinor, table.currency)
      .where(sql`paid_at IS NOT NULL`),
    index('orders_delivered')
      .on(table.deliveredAt, table.dueAt, table.paidAt)
      .where(sql`delivered_at IS NOT NULL`),
    index('orders_kept').on(table.paidAt).where(sql`paid_at IS NOT NULL AND erased_at IS NULL`),
    index('orders_questioned').on(table.seq).where(sql`dispute IN ('inquiry', 'open')`),
    index('orders_code')
      .on(table.codeId, table.canonicalEmail, table.paymentStatus, table.abandonedAt)
      .where(sql`code_id IS NOT NULL`),
    index('orders_withdrawn').on(table.seq).where(sql`hold = 'withdrawal'`),
    check('orders_amount_not_negative', sql`${table.amountMinor} >= 0`),
  ],
);

/** Declares `order_id`: SQLite refuses to delete an order that still has such rows. */
export const orderReference = () =>
  text('order_id')
    .notNull()
    .references(() => orders.id);

/** The current slug of the order's offer. */
export const offerSlug = sql<string>`(SELECT ${offers.slug} FROM ${offers} WHERE ${offers.id} = ${orders.offerId})`;

/** Selects orders that are neither being refunded in full nor withdrawn: only these get a reading. */
export const isNotRefunding = sql`ifnull(${orders.hold}, '') NOT IN ('refund', 'withdrawal')`;

/** The number of orders of each kind, kept by triggers, like `orders_search` (migrations/0014, 0037). */
export const orderTallies = sqliteTable(
  'order_tallies',
  {
    paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull(),
    status: text('status', { enum: orderStatuses }).notNull(),
    readerId: text('reader_id').notNull(),
    isDeleted: integer('is_deleted', { mode: 'boolean' }).notNull(),
    count: integer('count').notNull(),
    /** How many of them are not `isNotRefunding`. */
    ended: integer('ended').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.paymentStatus, table.status, table.readerId, table.isDeleted] })],
);

/** Selects the tallies of orders that a reader still has to write. */
export const isTalliedToWrite = and(
  inArray(orderTallies.status, [...statusesToWrite]),
  inArray(orderTallies.paymentStatus, [...workablePaymentStatuses]),
  eq(orderTallies.isDeleted, false),
);

export const openOrderCount = sql<number>`ifnull(sum(${orderTallies.count} - ${orderTallies.ended}), 0)`;

/** The timeline of an order. Triggers prevent changes and deletions of rows. */
export const orderEvents = sqliteTable(
  'order_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: orderReference(),
    type: text('type').notNull(),
    actor: text('actor').notNull(),
    /** JSON; never the customer's texts. */
    data: text('data', { mode: 'json' }).$type<Record<string, string | number | boolean | null>>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('order_events_order').on(table.orderId, table.id),
    // What the overview counts, in the form in which SQLite recognizes it in a query.
    index('order_events_type')
      .on(table.type, table.createdAt)
      .where(sql`type = 'reading_submitted' OR type = 'reading_rejected' OR type = 'payment_failed'`),
    index('order_events_moved').on(table.orderId, table.createdAt).where(sql`type = 'day_moved'`),
  ],
);

/** The id is the SHA-256 of the token in the mail. */
export const orderLinks = sqliteTable(
  'order_links',
  {
    id: text('id').primaryKey(),
    orderId: orderReference(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('order_links_order').on(table.orderId), index('order_links_expiry').on(table.expiresAt)],
);

export const orderPageViews = sqliteTable(
  'order_page_views',
  {
    orderId: orderReference(),
    shown: text('shown', { enum: ['news', 'reading'] }).notNull(),
    count: integer('count').notNull(),
    firstAt: integer('first_at').notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.shown] })],
);

export const customerNotes = sqliteTable(
  'customer_notes',
  {
    id: text('id').primaryKey(),
    orderId: orderReference(),
    authorId: userReference('author_id'),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('customer_notes_order').on(table.orderId)],
);

/** The conversation with the customer of an order. */
export const messages = sqliteTable(
  'messages',
  {
    id: text('id').primaryKey(),
    orderId: orderReference(),
    kind: text('kind', { enum: messageKinds }).notNull(),
    sender: text('sender', { enum: messageSenders }).notNull(),
    /** Who wrote it for the shop, or copied it from a customer's email. */
    authorId: text('author_id').references(() => users.id),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When a question or a customer's message was closed: at the time of its answer or reply, if any. */
    closedAt: integer('closed_at'),
    /** For a question: the order's due date, which is suspended until the answer. */
    dueAt: integer('due_at'),
    remindedAt: integer('reminded_at'),
    /** For a customer's message: when a reply was promised; null for answers. */
    answerBy: integer('answer_by'),
    /** For problems from before 0.2.0, reported only to the shop's owner: the order's reader does not see them. */
    isForAdmins: integer('is_for_admins', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('messages_order').on(table.orderId, table.createdAt),
    index('messages_asked').on(table.createdAt).where(sql`kind = 'question' AND closed_at IS NULL`),
    uniqueIndex('messages_one_question')
      .on(table.orderId)
      .where(sql`kind = 'question' AND closed_at IS NULL`),
    index('messages_to_answer').on(table.answerBy).where(sql`answer_by IS NOT NULL AND closed_at IS NULL`),
  ],
);

/** When an order's open question was asked, if its due date is suspended until the answer; else null. */
export const waitsSince = sql<number | null>`CASE WHEN ${orders.dueAt} IS NULL THEN
  (SELECT ${messages.createdAt} FROM ${messages}
    WHERE ${messages.orderId} = ${orders.id} AND kind = 'question' AND closed_at IS NULL) END`;

/** The question that the customer answered last. */
export const lastAnswered = sql<string | null>`(SELECT ${messages.text} FROM ${messages}
    WHERE ${messages.orderId} = ${orders.id} AND kind = 'question' AND closed_at =
      (SELECT max(${messages.createdAt}) FROM ${messages}
        WHERE ${messages.orderId} = ${orders.id} AND kind = 'answer'))`;

/** The customer's latest answer to a question. */
export const lastAnswer = sql<string | null>`(SELECT ${messages.text} FROM ${messages}
    WHERE ${messages.orderId} = ${orders.id} AND kind = 'answer'
    ORDER BY ${messages.createdAt} DESC LIMIT 1)`;

/** Whether the customer waits for a reply that the reader can give. */
export const awaitsReply = sql<number>`EXISTS (SELECT 1 FROM ${messages}
  WHERE ${messages.orderId} = ${orders.id} AND answer_by IS NOT NULL AND closed_at IS NULL
    AND NOT ${messages.isForAdmins})`;
