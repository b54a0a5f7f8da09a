import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { customerMailKinds } from '../../src/shared/orders/mails.ts';
import { noticeKinds } from '../../src/shared/people/account-schema.ts';
import { orders } from './order-tables.ts';
import { users } from './user-tables.ts';

export const mailKinds = [
  ...customerMailKinds,
  'test_email',
  'password_reset',
  'codes_guessed',
  'backup_failed',
  'order_links',
  'waitlist_confirmation',
  'sales_open',
  ...noticeKinds,
] as const;
export const mailStates = ['queued', 'sent', 'failed', 'canceled'] as const;

export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: mailKinds }).notNull(),
    /** The same in all attempts, so that duplicates can be recognized. */
    messageId: text('message_id').notNull().unique(),
    orderId: text('order_id').references(() => orders.id),
    userId: text('user_id').references(() => users.id),
    /** The id of the mail's subject besides its order: a refund, a dispute, or the event of a moved day. */
    subjectId: text('subject_id'),
    /** The outcome of the dispute the mail is about; '' for other mails. */
    subjectState: text('subject_state', { enum: ['', 'won', 'lost'] })
      .notNull()
      .default(''),
    /** The end of the promised day the notice is about. */
    dueUntil: integer('due_until'),
    /** Whether it is sent again: a kind and subject are unique among the other mails. */
    isRepeat: integer('is_repeat', { mode: 'boolean' }).notNull().default(false),
    toName: text('to_name').notNull(),
    toAddress: text('to_address').notNull(),
    state: text('state', { enum: mailStates }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Not sent before this time; while a worker holds the mail, the end of its lease. */
    nextAttemptAt: integer('next_attempt_at').notNull(),
    leasedAt: integer('leased_at'),
    lastError: text('last_error'),
    response: text('response'),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (table) => [
    index('outbox_due').on(table.nextAttemptAt).where(sql`state = 'queued'`),
    index('outbox_order').on(table.orderId),
    index('outbox_user').on(table.userId, table.kind).where(sql`user_id IS NOT NULL`),
    uniqueIndex('outbox_subject')
      .on(table.subjectId, table.kind, table.subjectState)
      .where(sql`subject_id IS NOT NULL AND is_repeat = 0`),
    index('outbox_waitlist').on(table.kind).where(sql`kind IN ('waitlist_confirmation', 'sales_open')`),
    index('outbox_failed').on(table.id).where(sql`state = 'failed'`),
  ],
);

/** Whether an approved reading was never delivered and its mail has failed. */
export const isUndelivered = sql<number>`(${orders.status} = 'approved' AND ${orders.deliveredAt} IS NULL AND EXISTS
  (SELECT 1 FROM ${outbox} WHERE ${outbox.orderId} = ${orders.id}
    AND ${outbox.kind} = 'reading_delivery' AND ${outbox.state} = 'failed'))`;
