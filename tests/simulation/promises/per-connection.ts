import type Sqlite from 'better-sqlite3';

/**
 * Statements that are prepared once for each life of the process, which has a connection of its own.
 *
 * @returns finds them, or prepares them when they are asked for the first time
 */
export function perConnection<T>(prepare: (client: Sqlite.Database) => T): (client: Sqlite.Database) => T {
  let last: { client: Sqlite.Database; statements: T } | null = null;
  return (client) => {
    if (last?.client !== client) last = { client, statements: prepare(client) };
    return last.statements;
  };
}
