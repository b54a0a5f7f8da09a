import { index, integer, sqliteTable, text } from '../drizzle.ts';
import { users } from './people.ts';

/** What the business can change while it runs: one row a name. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** What the public pages say about the business: every version of each part, the newest one counts. */
export const siteTexts = sqliteTable(
  'site_texts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Which part: `identity`, `faq`, `terms`, `privacy`, `refunds`. */
    name: text('name').notNull(),
    value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
    changedById: text('changed_by_id')
      .notNull()
      .references(() => users.id),
    changedAt: integer('changed_at').notNull(),
  },
  (table) => [index('site_texts_name').on(table.name, table.id)],
);

/** Counters of the rate limits: how often, and when the window ends. */
export const rateLimits = sqliteTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: integer('expire'),
});

/**
 * What this service knows of itself: `id`, by which its payments are marked; how far it has read Stripe's events, and
 * which of them it could not follow.
 */
export const serviceFacts = sqliteTable('service_facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
