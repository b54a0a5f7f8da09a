import { type Column, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Queryable } from './client.ts';

/** Selects rows that have one of the values, passed as one JSON parameter. */
export const inList = (column: Column | SQL, values: readonly (string | number)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** The order in which rows were written, which SQLite keeps (https://www.sqlite.org/lang_vacuum.html). */
export const rowOrder = (table: SQLiteTable): SQL<number> => sql<number>`${table}.rowid`;

/** Returns a function that prepares a query once per connection: building a query costs more than running it. */
export function prepareOnce<Query>(prepare: (db: Queryable) => Query): (db: Queryable) => Query {
  const known = new WeakMap<Queryable, Query>();
  return (db) => {
    const connection = db.connection ?? db;
    const query = known.get(connection) ?? prepare(connection);
    known.set(connection, query);
    return query;
  };
}
