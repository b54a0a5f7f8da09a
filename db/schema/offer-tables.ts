import { sql } from 'drizzle-orm';
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  type AddOn,
  type IntakeQuestion,
  offerVisibilities,
  standardOffer,
} from '../../src/shared/offers/offer-types.ts';

/** The offers of the shop. Rows are archived, never deleted: orders refer to them. */
export const offers = sqliteTable('offers', {
  id: text('id').primaryKey(),
  /** Its place in the shop, from 1; a new one comes last. */
  position: integer('position')
    .notNull()
    .$defaultFn(() => sql`(SELECT ifnull(max(position), 0) + 1 FROM offers)`),
  slug: text('slug').notNull().unique(),
  /** Its earlier addresses, which redirect to the current one. */
  oldSlugs: text('old_slugs', { mode: 'json' }).$type<string[]>().notNull().default([]),
  name: text('name').notNull(),
  summary: text('summary').notNull().default(''),
  text: text('text').notNull().default(''),
  faq: text('faq').notNull().default(''),
  sample: text('sample').notNull().default(''),
  /** The picture's URL path; null without a picture. */
  picture: text('picture'),
  pictureFile: blob('picture_file', { mode: 'buffer' }),
  priceMinor: integer('price_minor').notNull(),
  /** The shop's currency, also of the add-ons' prices. */
  currency: text('currency').notNull().default('usd'),
  days: integer('days').notNull().default(standardOffer.days),
  words: integer('words').notNull().default(standardOffer.words),
  visibility: text('visibility', { enum: offerVisibilities }).notNull().default('shown'),
  standardQuestions: integer('standard_questions', { mode: 'boolean' }).notNull().default(false),
  returningOnly: integer('returning_only', { mode: 'boolean' }).notNull().default(false),
  questions: text('questions', { mode: 'json' }).$type<IntakeQuestion[]>().notNull().default([]),
  addOns: text('add_ons', { mode: 'json' }).$type<AddOn[]>().notNull().default([]),
  /** When its price or that of an add-on last changed. */
  pricedAt: integer('priced_at').notNull().default(0),
  version: integer('version').notNull().default(1),
});

/** Promotion codes. A code's discount never changes; it can only be switched off and on. */
export const codes = sqliteTable('codes', {
  id: text('id').primaryKey(),
  /** In upper case. */
  code: text('code').notNull().unique(),
  /** Either this, or an amount with its currency. */
  percentOff: integer('percent_off'),
  amountOffMinor: integer('amount_off_minor'),
  currency: text('currency'),
  /** How often it can be used in total, and by each address; null: no limit. */
  useLimit: integer('use_limit'),
  perAddress: integer('per_address'),
  /** The first and last day, in the business's time zone: `2026-11-25`. */
  fromDay: text('from_day'),
  untilDay: text('until_day'),
  /** Empty: for every offer. */
  offerIds: text('offer_ids', { mode: 'json' }).$type<string[]>().notNull().default([]),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  createdAt: integer('created_at').notNull(),
});
