import { createRequire } from 'node:module';

/* Drizzle's CommonJS build: importing the other takes Node 24 about a second and 150 MB. */

const require = createRequire(import.meta.url);

export const {
  Column,
  Param,
  Placeholder,
  SQL,
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  gte,
  inArray,
  is,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  ne,
  not,
  notExists,
  or,
  sql,
} = require('drizzle-orm') as typeof import('drizzle-orm');
export const { blob, check, index, integer, primaryKey, SQLiteSyncDialect, sqliteTable, text, uniqueIndex } =
  require('drizzle-orm/sqlite-core') as typeof import('drizzle-orm/sqlite-core');
export const { BetterSQLite3Database, BetterSQLiteSession, drizzle } =
  require('drizzle-orm/better-sqlite3') as typeof import('drizzle-orm/better-sqlite3');
export const { migrate } =
  require('drizzle-orm/better-sqlite3/migrator') as typeof import('drizzle-orm/better-sqlite3/migrator');
export const { readMigrationFiles } =
  require('drizzle-orm/migrator') as typeof import('drizzle-orm/migrator');

export type Column = import('drizzle-orm').Column;
export type Placeholder = import('drizzle-orm').Placeholder;
export type SQL<T = unknown> = import('drizzle-orm').SQL<T>;
export type { BetterSQLite3Database as DrizzleDatabase } from 'drizzle-orm/better-sqlite3';
export type { MigrationMeta } from 'drizzle-orm/migrator';
export type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
