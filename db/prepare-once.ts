import type { Queryable } from './client.ts';

/** Returns a function that prepares a query once for each connection: building it costs more than running it. */
export function prepareOnce<Query>(prepare: (db: Queryable) => Query): (db: Queryable) => Query {
  const known = new WeakMap<Queryable, Query>();
  return (db) => {
    const connection = db.connection ?? db;
    const query = known.get(connection) ?? prepare(connection);
    known.set(connection, query);
    return query;
  };
}
