import { type SQL, type SQLiteTable, sql } from './drizzle.ts';

/**
 * By what rows of the same millisecond are put into the order in which they were written: ids are drawn by chance and
 * know nothing of it. SQLite keeps this order when it rebuilds a file (https://www.sqlite.org/lang_vacuum.html).
 */
export const rowOrder = (table: SQLiteTable): SQL<number> => sql<number>`${table}.rowid`;
