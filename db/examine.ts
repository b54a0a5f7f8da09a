import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { compareMigrations, readMigrations } from './migration-files.ts';
import { type Queryable, Statements, type Transaction } from './prepared.ts';

/** How a database is, as far as SQLite and the program's migrations can say. */
export interface DatabaseState {
  /** Why it cannot be opened or read, in SQLite's words; null when it can. What follows is empty then. */
  problem: string | null;
  /** What SQLite's own check complains of, the first few. */
  damages: string[];
  /** How many rows refer to others that are not there. */
  lostReferences: number;
  /** Whether it has what the first migration made. */
  isOurs: boolean;
  /** How many migrations it lacks. */
  pending: number;
  /** Whether a newer version of the program has written to it. */
  isNewer: boolean;
}

/** A database that is only read. */
export type ReadDatabase = Queryable & { $client: Sqlite.Database };

const unread: Omit<DatabaseState, 'problem'> = {
  damages: [],
  lostReferences: 0,
  isOurs: false,
  pending: 0,
  isNewer: false,
};

/**
 * Looks at a database without changing it, while the service runs or not. It reads all of it: a gigabyte takes
 * seconds, during which this process does nothing else.
 *
 * @param isThorough whether indexes are compared with their tables, too
 */
export function examineDatabase(path: string, isThorough: boolean): DatabaseState {
  try {
    const { $client: client } = openToRead(path);
    try {
      const migrations = compareMigrations(client, readMigrations());
      return { problem: null, ...findDamage(client, isThorough), isOurs: isOurs(client), ...migrations };
    } finally {
      client.close();
    }
  } catch (error) {
    return { ...unread, problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * A connection that changes nothing. Where there is no `-wal` it may write, though it does not: what SQLite makes for
 * reading is removed again only by a connection that may. Where there is one, the service runs or was killed, and
 * what it has left stays as it is.
 */
export function openToRead(path: string): ReadDatabase {
  const client = new Sqlite(path, { fileMustExist: true, readonly: existsSync(`${path}-wal`) });
  client.pragma('busy_timeout = 2000');
  client.pragma('query_only = ON');
  client.pragma('trusted_schema = OFF');
  return { $client: client, statements: new Statements(client) };
}

/** Reads or writes single rows of a database as it is, whatever its version, with a connection for that alone. */
export function withDatabase<T>(path: string, work: (db: Transaction & ReadDatabase) => T): T {
  const client = new Sqlite(path, { fileMustExist: true, timeout: 5_000 });
  try {
    return work({ $client: client, statements: new Statements(client) } as Transaction & ReadDatabase);
  } finally {
    client.close();
  }
}

/** @returns why a database cannot be backed up or restored, as the rest of a sentence about it; null when it can */
export function defectOf({
  problem,
  damages,
  lostReferences,
  isOurs,
  isNewer,
}: DatabaseState): string | null {
  if (problem === 'file is not a database') return 'is no SQLite database';
  const damage = problem ?? damages[0];
  if (damage !== undefined) return `is damaged: ${damage}`;
  if (!isOurs) return 'is a database of another program';
  if (isNewer) {
    return 'was written by a newer version of Career Tarot. Install the version that wrote it, or a later one';
  }
  return lostReferences > 0 ? 'is damaged: some rows refer to others that are missing' : null;
}

function findDamage(
  client: Sqlite.Database,
  isThorough: boolean,
): Pick<DatabaseState, 'damages' | 'lostReferences'> {
  const check = isThorough ? 'integrity_check' : 'quick_check';
  const lines = client.prepare<[], string>(`PRAGMA ${check}(5)`).pluck().all();
  const damages = lines.filter((line) => line !== 'ok').map((line) => line.replace(/\s+/g, ' '));
  const lostReferences = damages.length > 0 ? 0 : client.prepare('PRAGMA foreign_key_check').all().length;
  return { damages, lostReferences };
}

function isOurs(client: Sqlite.Database): boolean {
  const tables = "'__drizzle_migrations', 'orders', 'outbox'";
  const find = `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN (${tables})`;
  return client.prepare(find).pluck().get() === 3;
}
