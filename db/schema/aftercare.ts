import { feedbackNames, helpedAnswers } from '../../src/shared/aftercare/feedback.ts';
import { index, integer, sql, sqliteTable, text, uniqueIndex } from '../drizzle.ts';
import { orders } from './orders.ts';
import { users } from './people.ts';

/** What a customer said of their reading, one row an order; also that they were asked for it by mail. */
export const feedback = sqliteTable(
  'feedback',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** When the mail that asks was written; null when they were quicker, or are not asked. */
    askedAt: integer('asked_at'),
    /** Null until they answer. */
    helped: text('helped', { enum: helpedAnswers }),
    /** The customer's own; null when they wrote none. */
    words: text('words'),
    /** Whether the words may stand on the site: it can be taken back at any time. */
    mayPublish: integer('may_publish', { mode: 'boolean' }).notNull().default(false),
    shownName: text('shown_name', { enum: feedbackNames }).notNull().default('none'),
    givenAt: integer('given_at'),
    /** Since when it stands on the site; null when it does not. */
    publishedAt: integer('published_at'),
  },
  (table) => [
    index('feedback_given').on(table.givenAt).where(sql`given_at IS NOT NULL`),
    index('feedback_published').on(table.publishedAt).where(sql`published_at IS NOT NULL`),
  ],
);

/** What a customer told us is wrong with their order; of an order one at a time. */
export const orderProblems = sqliteTable(
  'order_problems',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    words: text('words').notNull(),
    toldAt: integer('told_at').notNull(),
    /** By when the customer was promised an answer. */
    answerBy: integer('answer_by').notNull(),
    /** When an admin marked it as dealt with; null while it is open. */
    closedAt: integer('closed_at'),
    closedById: text('closed_by_id').references(() => users.id),
  },
  (table) => [
    index('order_problems_order').on(table.orderId, table.toldAt),
    uniqueIndex('order_problems_one_open').on(table.orderId).where(sql`closed_at IS NULL`),
    index('order_problems_open').on(table.answerBy).where(sql`closed_at IS NULL`),
  ],
);

/** A customer's withdrawal from their contract; of an order one at a time. */
export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** As it was confirmed, word for word. */
    words: text('words').notNull(),
    statedAt: integer('stated_at').notNull(),
    /** What was to go back of the order's money then. */
    dueCents: integer('due_cents').notNull().default(0),
    /** When an admin said that nothing more goes back than has gone back: until then all of it is due. */
    settledAt: integer('settled_at'),
    settledById: text('settled_by_id').references(() => users.id),
    /** When an admin let the order go on, because its customer took it back; null while it counts. */
    liftedAt: integer('lifted_at'),
    liftedById: text('lifted_by_id').references(() => users.id),
  },
  (table) => [
    index('withdrawals_order').on(table.orderId, table.statedAt),
    uniqueIndex('withdrawals_one_open').on(table.orderId).where(sql`lifted_at IS NULL`),
  ],
);
