import { sql } from 'drizzle-orm';
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { noticeKinds } from '../../src/shared/people/account-schema.ts';
import type { DaysAway } from '../../src/shared/people/days-away.ts';
import { roles } from '../../src/shared/people/signed-in-user.ts';

export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: roles }).notNull(),
    /** Always true for readers; a setting for admins. */
    writes: integer('writes', { mode: 'boolean' }).notNull().default(false),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    email: text('email'),
    mutedNotices: text('muted_notices', { mode: 'json' })
      .$type<(typeof noticeKinds)[number][]>()
      .notNull()
      .default([]),
    daysAway: text('days_away', { mode: 'json' }).$type<DaysAway[]>().notNull().default([]),
    maxOpenOrders: integer('max_open_orders'),
    readingsPerDay: integer('readings_per_day'),
    displayName: text('display_name'),
    readingSince: integer('reading_since'),
    signature: text('signature'),
    about: text('about'),
    /** Base32; only proposed until `totp_enabled_at`. */
    totpSecret: text('totp_secret'),
    totpEnabledAt: integer('totp_enabled_at'),
    /** The time step of the last accepted code: no code is accepted twice. */
    totpLastStep: integer('totp_last_step'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
  ],
);

/** Leaves out accounts of people who were invited and have not set a password yet. */
export const hasPassword = sql`${users.passwordHash} <> ''`;

/** The shown name of a person (`nameOf`). */
export const personName = sql<string>`ifnull(${users.displayName}, ${users.username})`;

/** The same for a left join, which may find no user. */
export const maybePersonName = sql<string | null>`ifnull(${users.displayName}, ${users.username})`;

/** Declares a column with a user: SQLite refuses to delete a user who still has such rows. */
export const userReference = (column: string) =>
  text(column)
    .notNull()
    .references(() => users.id);

/** Declares `user_id`; the rows are deleted with their user. */
export const accountReference = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const portraits = sqliteTable('portraits', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  picture: blob('picture', { mode: 'buffer' }).notNull(),
  hash: text('hash').notNull().default(''),
  alt: text('alt').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: text('id').primaryKey(),
    userId: accountReference(),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

export const passwordResets = sqliteTable(
  'password_resets',
  {
    id: text('id').primaryKey(),
    userId: accountReference(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId)],
);

/** The id is the SHA-256 of the cookie's token, which is not stored. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: accountReference(),
    /** Seconds since 1970. */
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
    device: text('device'),
  },
  (table) => [index('sessions_user').on(table.userId)],
);
