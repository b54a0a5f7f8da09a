import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/** The order in which rows were written; SQLite keeps it (https://www.sqlite.org/lang_vacuum.html). */
export const rowOrder = (table: SQLiteTable): SQL<number> => sql<number>`${table}.rowid`;
