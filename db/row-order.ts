import { type SQL, type SQLiteTable, sql } from './drizzle.ts';

/**
 * The order in which rows of the same millisecond were written: ids are random and cannot tell. SQLite keeps this order
 * when it rebuilds a file (https://www.sqlite.org/lang_vacuum.html).
 */
export const rowOrder = (table: SQLiteTable): SQL<number> => sql<number>`${table}.rowid`;
