import { integer, sqliteTable, text } from '../drizzle.ts';

/** What the business can change while it runs: one row a name. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Counters of the rate limits, in the form rate-limiter-flexible keeps them. */
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
