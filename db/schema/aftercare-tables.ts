import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { feedbackNames, helpedAnswers } from '../../src/shared/aftercare/feedback-schema.ts';
import { orderReference, orders } from './order-tables.ts';
import { users } from './user-tables.ts';

export const feedback = sqliteTable(
  'feedback',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id),
    askedAt: integer('asked_at'),
    helped: text('helped', { enum: helpedAnswers }),
    words: text('words'),
    stars: integer('stars'),
    mayPublish: integer('may_publish', { mode: 'boolean' }).notNull().default(false),
    shownName: text('shown_name', { enum: feedbackNames }).notNull().default('none'),
    givenAt: integer('given_at'),
    publishedAt: integer('published_at'),
  },
  (table) => [
    index('feedback_given').on(table.givenAt).where(sql`given_at IS NOT NULL`),
    index('feedback_published').on(table.publishedAt).where(sql`published_at IS NOT NULL`),
  ],
);

export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: text('id').primaryKey(),
    orderId: orderReference(),
    words: text('words').notNull(),
    statedAt: integer('stated_at').notNull(),
    dueMinor: integer('due_minor').notNull().default(0),
    settledAt: integer('settled_at'),
    settledById: text('settled_by_id').references(() => users.id),
    liftedAt: integer('lifted_at'),
    liftedById: text('lifted_by_id').references(() => users.id),
  },
  (table) => [
    index('withdrawals_order').on(table.orderId, table.statedAt),
    uniqueIndex('withdrawals_one_open').on(table.orderId).where(sql`lifted_at IS NULL`),
  ],
);
