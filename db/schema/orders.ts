import { disputeStates, holds } from '../../src/shared/orders/money-states.ts';
import { orderStatuses, paymentStatuses } from '../../src/shared/orders/order-status.ts';
import { readingTypes } from '../../src/shared/orders/reading-types.ts';
import { check, index, integer, primaryKey, sql, sqliteTable, text, uniqueIndex } from '../drizzle.ts';
import { users } from './people.ts';

/** Terms that customers agreed to, word for word. The id is the SHA-256 of the words. */
export const terms = sqliteTable('terms', {
  id: text('id').primaryKey(),
  words: text('words').notNull(),
});

export const orders = sqliteTable(
  'orders',
  {
    /** Ascending with creation: the order of lists and the key of their pages. */
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
    /** The one form of all its spellings, by which a customer is found (src/shared/email-address.ts). */
    canonicalEmail: text('canonical_email').notNull().default(''),
    readingAddresseeName: text('reading_addressee_name').notNull(),
    /** What a search looks at (src/shared/orders/search-text.ts); empty until it is made from the rest. */
    searchText: text('search_text').notNull().default(''),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    paymentIntentId: text('payment_intent_id').unique(),
    createdAt: integer('created_at').notNull(),
    paidAt: integer('paid_at'),
    /** What was charged; null for as long as nothing was. */
    receivedCents: integer('received_cents'),
    /** What went back of it. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** What is on its way back and can still fail. */
    refundingCents: integer('refunding_cents').notNull().default(0),
    /** What became of the worst of its disputes; null when there was none. */
    dispute: text('dispute', { enum: disputeStates }),
    /** Why its reading must not leave, although the money is there; null when it may. */
    hold: text('hold', { enum: holds }),
    /** When the payment provider was asked for what is known of the money. */
    moneyAskedAt: integer('money_asked_at'),
    /** The terms that were agreed to when the order was placed. */
    termsId: text('terms_id').references(() => terms.id),
    /** What its customer consented to beside the terms, where the shop asks for it: the same words as they read them. */
    consentId: text('consent_id').references(() => terms.id),
    consentedAt: integer('consented_at'),
    /** The day by which the reading was promised when the order was placed, `2026-11-25` where the business is. */
    promisedDay: text('promised_day'),
    /** Null until the order is paid, and while its customer has a question to answer: nothing can be late then. */
    dueAt: integer('due_at'),
    assignedReaderId: text('assigned_reader_id').references(() => users.id),
    assignedAt: integer('assigned_at'),
    /** When a mail server first took the reading. */
    deliveredAt: integer('delivered_at'),
    deletedAt: integer('deleted_at'),
    /** When an unpaid order was given up and its payment canceled. */
    abandonedAt: integer('abandoned_at'),
    /** When its customer's name, address and texts were erased; what is left is the record of its money. */
    erasedAt: integer('erased_at'),
    /** What its reader and the admins note about it; the customer never sees it. Null: nothing. */
    internalNotes: text('internal_notes'),
  },
  (table) => [
    // With what is searched for, so that a search by customer reads the index alone.
    index('orders_customer').on(sql`${table.customerName} COLLATE NOCASE`, table.seq, table.searchText),
    // For everything about one address.
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
    // With the payment's status, though it is always the same: SQLite would rather take `orders_facets` otherwise.
    index('orders_unpaid')
      .on(table.paymentStatus, table.createdAt)
      .where(sql`payment_status = 'unpaid' AND erased_at IS NULL`),
    // Finds the reader who has waited longest for an order.
    index('orders_assigned')
      .on(table.assignedReaderId, table.assignedAt)
      .where(sql`assigned_reader_id IS NOT NULL`),
    index('orders_reader')
      .on(table.assignedReaderId, table.status, table.dueAt, table.seq)
      .where(sql`assigned_reader_id IS NOT NULL`),
    // With what decides whether an order is late, so that they are counted in the index alone.
    index('orders_open')
      .on(table.dueAt, table.seq, table.status, table.paymentStatus)
      .where(sql`status <> 'approved' AND deleted_at IS NULL`),
    // With what the overview adds up, so that it reads the indexes alone.
    index('orders_paid')
      .on(table.paidAt, table.paymentStatus, table.amountCents, table.refundedCents)
      .where(sql`paid_at IS NOT NULL`),
    index('orders_delivered')
      .on(table.deliveredAt, table.dueAt, table.paidAt)
      .where(sql`delivered_at IS NOT NULL`),
    // For those that are kept no longer.
    index('orders_kept').on(table.paidAt).where(sql`paid_at IS NOT NULL AND erased_at IS NULL`),
    index('orders_questioned').on(table.seq).where(sql`dispute IN ('inquiry', 'open')`),
    index('orders_withdrawn').on(table.seq).where(sql`hold = 'withdrawal'`),
    check('orders_amount_not_negative', sql`${table.amountCents} >= 0`),
  ],
);

/**
 * Selects orders that are neither being refunded in full nor withdrawn. The others are not late, and no reading is
 * written for them.
 */
export const isNotRefunding = sql`ifnull(${orders.hold}, '') NOT IN ('refund', 'withdrawal')`;

/**
 * How many orders there are of every kind, kept by triggers, so that no list has to count. So is `orders_search`, an
 * FTS5 table of `search_text` that Drizzle does not know (migrations/0014 and 0037).
 */
export const orderTallies = sqliteTable(
  'order_tallies',
  {
    paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull(),
    status: text('status', { enum: orderStatuses }).notNull(),
    /** Empty: no reader. */
    readerId: text('reader_id').notNull(),
    isDeleted: integer('is_deleted', { mode: 'boolean' }).notNull(),
    count: integer('count').notNull(),
    /** Of how many of them the work has ended: those that are not `isNotRefunding`. */
    ended: integer('ended').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.paymentStatus, table.status, table.readerId, table.isDeleted] })],
);

/** Of how many orders of some kinds the work goes on; a sum of tallies. */
export const ordersGoingOn = sql<number>`ifnull(sum(${orderTallies.count} - ${orderTallies.ended}), 0)`;

/** The timeline of an order: who did what, when. Rows are only ever added (see the triggers). */
export const orderEvents = sqliteTable(
  'order_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    type: text('type').notNull(),
    /** A username, or `customer`, `stripe`, `system`. */
    actor: text('actor').notNull(),
    /** JSON; never the customer's texts. */
    data: text('data', { mode: 'json' }).$type<Record<string, string | number | boolean | null>>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('order_events_order').on(table.orderId, table.id),
    // What the overview counts; written as SQLite recognises it in a query for one of them.
    index('order_events_type')
      .on(table.type, table.createdAt)
      .where(sql`type = 'reading_submitted' OR type = 'reading_rejected' OR type = 'payment_failed'`),
    // Looked for beside every order that is nearly due, in timelines that may be long.
    index('order_events_moved').on(table.orderId, table.createdAt).where(sql`type = 'day_moved'`),
  ],
);

/** Links to the customer's order page. The id is the SHA-256 of the token in the mail. */
export const orderLinks = sqliteTable(
  'order_links',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('order_links_order').on(table.orderId), index('order_links_expiry').on(table.expiresAt)],
);

/**
 * How often and when a customer opened the page of their order: `news` before its reading was sent, `reading` with
 * it. By time alone, not from where. Views within a minute count as one.
 */
export const orderPageViews = sqliteTable(
  'order_page_views',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    shown: text('shown', { enum: ['news', 'reading'] }).notNull(),
    count: integer('count').notNull(),
    firstAt: integer('first_at').notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.shown] })],
);

/** What the admins keep about a customer: each stands with the order through which it was written. */
export const customerNotes = sqliteTable(
  'customer_notes',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('customer_notes_order').on(table.orderId)],
);

/** What a customer was asked about their order before its reading could be written; of an order one at a time. */
export const customerQuestions = sqliteTable(
  'customer_questions',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    askedById: text('asked_by_id')
      .notNull()
      .references(() => users.id),
    question: text('question').notNull(),
    askedAt: integer('asked_at').notNull(),
    /** When the reading had been due; the order has it back, moved, when the question is closed. */
    dueAt: integer('due_at'),
    /** The customer's words; null until they come. */
    answer: text('answer'),
    /** When it was answered, or given up; until then the order's due date stands still. */
    closedAt: integer('closed_at'),
    /** When the customer was reminded of it. */
    remindedAt: integer('reminded_at'),
  },
  (table) => [
    index('customer_questions_order').on(table.orderId, table.askedAt),
    index('customer_questions_open').on(table.askedAt).where(sql`closed_at IS NULL`),
    uniqueIndex('customer_questions_one_open').on(table.orderId).where(sql`closed_at IS NULL`),
  ],
);

/** Since when an order waits for its customer; looked for only where the due date stands still. */
export const waitsSince = sql<number | null>`CASE WHEN ${orders.dueAt} IS NULL THEN
  (SELECT ${customerQuestions.askedAt} FROM ${customerQuestions}
    WHERE ${customerQuestions.orderId} = ${orders.id} AND closed_at IS NULL) END`;
