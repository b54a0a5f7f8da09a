import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { DrawnCard } from '../../src/shared/readings/cards.ts';
import { orderReference, orders } from './order-tables.ts';
import { userReference, users } from './user-tables.ts';

export const readings = sqliteTable('readings', {
  id: text('id').primaryKey(),
  orderId: text('order_id')
    .notNull()
    .unique()
    .references(() => orders.id),
  content: text('content').notNull(),
  cards: text('cards', { mode: 'json' }).$type<DrawnCard[]>().notNull().default([]),
  feedback: text('feedback'),
  revision: integer('revision').notNull().default(1),
  createdAt: integer('created_at').notNull(),
  submittedAt: integer('submitted_at').notNull(),
  approvedAt: integer('approved_at'),
});

export const readingRevisions = sqliteTable(
  'reading_revisions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    readingId: text('reading_id')
      .notNull()
      .references(() => readings.id),
    revision: integer('revision').notNull(),
    content: text('content').notNull(),
    cards: text('cards', { mode: 'json' }).$type<DrawnCard[]>().notNull().default([]),
    authorId: text('author_id').references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('reading_revisions_unique').on(table.readingId, table.revision)],
);

/** Each author has their own draft: an order's next reader starts from a copy, and the earlier draft stays. */
export const readingDrafts = sqliteTable(
  'reading_drafts',
  {
    orderId: orderReference(),
    authorId: userReference('author_id'),
    content: text('content').notNull(),
    cards: text('cards', { mode: 'json' }).$type<DrawnCard[]>().notNull().default([]),
    /** Rises with each save, so that two tabs do not overwrite each other. */
    version: integer('version').notNull(),
    begunById: text('begun_by_id').references(() => users.id),
    savedAt: integer('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.authorId] })],
);

export const readingComments = sqliteTable(
  'reading_comments',
  {
    id: text('id').primaryKey(),
    readingId: text('reading_id')
      .notNull()
      .references(() => readings.id),
    revision: integer('revision').notNull(),
    /** Where the passage begins and ends in that version's text, in characters. */
    fromCharacter: integer('from_character').notNull(),
    toCharacter: integer('to_character').notNull(),
    text: text('text').notNull(),
    authorId: userReference('author_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('reading_comments_reading').on(table.readingId, table.revision)],
);

export const snippets = sqliteTable(
  'snippets',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').references(() => users.id),
    title: text('title').notNull(),
    text: text('text').notNull(),
  },
  (table) => [index('snippets_owner').on(table.ownerId)],
);
