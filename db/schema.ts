import { customerMailKinds } from '../src/shared/mails.ts';
import { noticeKinds } from '../src/shared/notices.ts';
import { orderStatuses, paymentStatuses } from '../src/shared/order-status.ts';
import { readingTypes } from '../src/shared/reading-types.ts';
import { roles } from '../src/shared/staff.ts';
import { check, index, integer, primaryKey, sql, sqliteTable, text, uniqueIndex } from './drizzle.ts';

/*
 * Times are milliseconds since 1970 (UTC) unless a column's name says otherwise; money is whole cents.
 * Rows that others refer to have a random text id, so that no address reveals how many there are.
 */

/** The admin and the readers. */
export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: roles }).notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    /** Where notices and links to a new password go; not everybody has one. */
    email: text('email'),
    /** The notices this person does not want (src/shared/notices.ts). */
    mutedNotices: text('muted_notices', { mode: 'json' })
      .$type<(typeof noticeKinds)[number][]>()
      .notNull()
      .default([]),
    /** Base32, shared with the authenticator app; until `totp_enabled_at` it is only proposed. */
    totpSecret: text('totp_secret'),
    totpEnabledAt: integer('totp_enabled_at'),
    /** The time step of the last code that was taken: none is taken twice. */
    totpLastStep: integer('totp_last_step'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
  ],
);

/** What signs in once in place of an authenticator's code. The id is the SHA-256 of the code. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

/** Links by which somebody who forgot their password sets a new one. The id is the SHA-256 of the token. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId)],
);

/** Signed-in browsers. The id is the SHA-256 of the cookie's token; the token itself is nowhere. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Seconds since 1970: the unit of Lucia's adapter. */
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
    /** The browser in words, such as `Firefox on Windows`. */
    device: text('device'),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** What the business can change while it runs: one row a name. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** One visitor's way through the checkout. The id is the SHA-256 of the visitor's cookie. */
export const checkouts = sqliteTable('checkouts', {
  id: text('id').primaryKey(),
  /** Counts the payments this visitor has begun; part of their idempotency keys. */
  attempt: integer('attempt').notNull().default(1),
  /** A payment that was begun and belongs to no order yet. */
  paymentIntentId: text('payment_intent_id').unique(),
  /** The price this visitor was last told. */
  amountCents: integer('amount_cents').notNull(),
  createdAt: integer('created_at').notNull(),
});

/** The orders a visitor's next submit may be about. One that they were told is paid is a closed matter. */
export const checkoutOrders = sqliteTable(
  'checkout_orders',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id, { onDelete: 'cascade' }),
    /** When the page that paid it was told so: the next visit need not be. */
    acknowledgedAt: integer('acknowledged_at'),
  },
  (table) => [index('checkout_orders_checkout').on(table.checkoutId)],
);

/** Who began a payment, so that whoever tries cards is found. Kept no longer than the checkout. */
export const paymentOrigins = sqliteTable(
  'payment_origins',
  {
    paymentIntentId: text('payment_intent_id').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id, { onDelete: 'cascade' }),
    /** The SHA-256 of the address it was begun from. */
    address: text('address').notNull(),
  },
  (table) => [
    index('payment_origins_checkout').on(table.checkoutId),
    index('payment_origins_address').on(table.address),
  ],
);

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
    readingAddresseeName: text('reading_addressee_name').notNull(),
    /** What a search looks at (src/shared/search-text.ts); empty until it is made from the rest. */
    searchText: text('search_text').notNull().default(''),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    paymentIntentId: text('payment_intent_id').unique(),
    createdAt: integer('created_at').notNull(),
    paidAt: integer('paid_at'),
    /** What went back of the amount. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    dueAt: integer('due_at'),
    assignedReaderId: text('assigned_reader_id').references(() => users.id),
    assignedAt: integer('assigned_at'),
    /** When a mail server first took the reading. */
    deliveredAt: integer('delivered_at'),
    deletedAt: integer('deleted_at'),
    /** When an unpaid order was given up and its payment canceled. */
    abandonedAt: integer('abandoned_at'),
    /** When the private texts of an order that was never paid were erased. */
    erasedAt: integer('erased_at'),
  },
  (table) => [
    // With what is searched for, so that a search by customer reads the index alone.
    index('orders_customer').on(sql`${table.customerName} COLLATE NOCASE`, table.seq, table.searchText),
    index('orders_without_search_text').on(table.seq).where(sql`search_text = ''`),
    index('orders_status').on(table.status, table.seq),
    index('orders_facets').on(
      table.paymentStatus,
      table.status,
      table.assignedReaderId,
      sql`(${table.deletedAt} IS NOT NULL)`,
      table.seq,
    ),
    index('orders_unpaid').on(table.createdAt).where(sql`payment_status = 'unpaid' AND erased_at IS NULL`),
    // For whoever has waited longest for an order.
    index('orders_assigned').on(table.assignedReaderId, table.assignedAt),
    index('orders_reader').on(table.assignedReaderId, table.status, table.dueAt, table.seq),
    // With what decides whether an order is late, so that they are counted in the index alone.
    index('orders_open')
      .on(table.dueAt, table.seq, table.status, table.paymentStatus)
      .where(sql`status <> 'approved' AND deleted_at IS NULL`),
    // With what the overview adds up, so that it reads the indexes alone.
    index('orders_paid').on(table.paidAt, table.paymentStatus, table.amountCents, table.refundedCents),
    index('orders_delivered').on(table.deliveredAt, table.dueAt, table.paidAt),
    check('orders_amount_not_negative', sql`${table.amountCents} >= 0`),
  ],
);

/**
 * How many orders there are of every kind, kept by triggers, so that no list has to count. Beside it the
 * triggers keep `orders_search`, an FTS5 table of `search_text`; Drizzle knows no such tables (migrations/0005,
 * 0014).
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
  },
  (table) => [primaryKey({ columns: [table.paymentStatus, table.status, table.readerId, table.isDeleted] })],
);

/** The reading of an order: one, from its first submission on. */
export const readings = sqliteTable('readings', {
  id: text('id').primaryKey(),
  orderId: text('order_id')
    .notNull()
    .unique()
    .references(() => orders.id),
  content: text('content').notNull(),
  internalNotes: text('internal_notes'),
  /** What the admin asked to be changed when they last rejected it. */
  feedback: text('feedback'),
  /** The number of the newest revision. */
  revision: integer('revision').notNull().default(1),
  createdAt: integer('created_at').notNull(),
  submittedAt: integer('submitted_at').notNull(),
  approvedAt: integer('approved_at'),
});

/** Every text a reading ever had: nothing that was written is lost. */
export const readingRevisions = sqliteTable(
  'reading_revisions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    readingId: text('reading_id')
      .notNull()
      .references(() => readings.id),
    revision: integer('revision').notNull(),
    content: text('content').notNull(),
    authorId: text('author_id').references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('reading_revisions_unique').on(table.readingId, table.revision)],
);

/**
 * What a reader has typed and not handed in yet. Everybody's own: whoever an order goes to next starts from a
 * copy, and what was there before stays.
 */
export const readingDrafts = sqliteTable(
  'reading_drafts',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    content: text('content').notNull(),
    internalNotes: text('internal_notes').notNull(),
    /** Counts the savings, so that two tabs do not overwrite each other. */
    version: integer('version').notNull(),
    /** Whose text it began as, when it was somebody else's. */
    begunById: text('begun_by_id').references(() => users.id),
    savedAt: integer('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.authorId] })],
);

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
    index('order_events_type').on(table.type, table.createdAt),
  ],
);

export const mailKinds = [...customerMailKinds, 'test_email', 'password_reset', ...noticeKinds] as const;
export const mailStates = ['queued', 'sent', 'failed', 'canceled'] as const;

/** Mail to be sent, written in the transaction of the change that causes it. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: mailKinds }).notNull(),
    /** Stable over all attempts, so that a repeat can be recognised. */
    messageId: text('message_id').notNull().unique(),
    orderId: text('order_id').references(() => orders.id),
    /** Whose notice it is, or whose password. */
    userId: text('user_id').references(() => users.id),
    toName: text('to_name').notNull(),
    toAddress: text('to_address').notNull(),
    state: text('state', { enum: mailStates }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Not sent before this; while a worker holds the mail, the end of its lease. */
    nextAttemptAt: integer('next_attempt_at').notNull(),
    /** Set while a worker holds the mail. */
    leasedAt: integer('leased_at'),
    /** The mail server's words on the last refusal. */
    lastError: text('last_error'),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (table) => [
    index('outbox_due').on(table.nextAttemptAt).where(sql`state = 'queued'`),
    index('outbox_order').on(table.orderId),
    index('outbox_user').on(table.userId, table.kind),
    index('outbox_failed').on(table.id).where(sql`state = 'failed'`),
  ],
);

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
  (table) => [index('order_links_order').on(table.orderId)],
);

/** Counters of the rate limits, in the form rate-limiter-flexible keeps them. */
export const rateLimits = sqliteTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: integer('expire'),
});
