import type { DaysAway } from '../../src/shared/people/days-away.ts';
import type { noticeKinds } from '../../src/shared/people/notices.ts';
import { roles } from '../../src/shared/people/roles.ts';
import { blob, index, integer, sql, sqliteTable, text, uniqueIndex } from '../drizzle.ts';

/** The admin and the readers. */
export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: roles }).notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    /** Where notices and links to a new password go; null when the person has none. */
    email: text('email'),
    /** The notices this person does not want (src/shared/people/notices.ts). */
    mutedNotices: text('muted_notices', { mode: 'json' })
      .$type<(typeof noticeKinds)[number][]>()
      .notNull()
      .default([]),
    /** When a reader gets no orders: from the earliest, none touching another. */
    daysAway: text('days_away', { mode: 'json' }).$type<DaysAway[]>().notNull().default([]),
    /** With so many open orders a reader gets no more; null: there is no limit. */
    maxOpenOrders: integer('max_open_orders'),
    /** How many readings a reader writes on a business day; null: not counted. */
    readingsPerDay: integer('readings_per_day'),
    /** How customers know a reader; null: they are not named. */
    displayName: text('display_name'),
    /** The year in which a reader began to read the cards. */
    readingSince: integer('reading_since'),
    /** What a reader's letters are signed with; null: the name. */
    signature: text('signature'),
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

/** Pictures of readers, as customers see them. */
export const portraits = sqliteTable('portraits', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** A square WebP without anything that came with the original file. */
  picture: blob('picture', { mode: 'buffer' }).notNull(),
  /** The beginning of its SHA-256, by which it is addressed. A column that comes later has to have a default. */
  hash: text('hash').notNull().default(''),
  /** The text for people who cannot see the picture. */
  alt: text('alt').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

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

/** Links with which a person who forgot their password sets a new one. The id is the SHA-256 of the token. */
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
    /** Seconds since 1970. */
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
    /** The browser in words, such as `Firefox on Windows`. */
    device: text('device'),
  },
  (table) => [index('sessions_user').on(table.userId)],
);
