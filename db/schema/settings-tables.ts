import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { userReference } from './user-tables.ts';

export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Every version of each part of the public pages' texts about the business. */
export const siteTexts = sqliteTable(
  'site_texts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
    changedById: userReference('changed_by_id'),
    changedAt: integer('changed_at').notNull(),
  },
  (table) => [index('site_texts_name').on(table.name, table.id)],
);

export const rateLimits = sqliteTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: integer('expire'),
});

/** Values such as `id`, which marks this service's payments, and how far Stripe's events were read. */
export const serviceFacts = sqliteTable('service_facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
