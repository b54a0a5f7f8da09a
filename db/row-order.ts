import { type SQL, type SQLiteTable, sql } from './drizzle.ts';

/** The order in which rows were written; SQLite keeps it (https://www.sqlite.org/lang_vacuum.html). */
export const rowOrder = (table: SQLiteTable): SQL<number> => sql<number>`${table}.rowid`;
