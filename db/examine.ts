import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { describeUnloadable } from '../bin/libraries.js';
import { errorMessage } from './files.ts';
import { compareMigrations, readMigrations } from './migration-files.ts';
import * as schema from './schema.ts';

export interface DatabaseState {
  /** Why the file could not be opened or read. */
  problem: string | null;
  damages: string[];
  lostReferences: number;
  isOurs: boolean;
  /** How many migrations have not run. */
  pending: number;
  isNewer: boolean;
}

/** A database on its own connection, without our SQL functions, `writeNow` and migrations. */
export type PlainDatabase = ReturnType<typeof plainDatabase>;

const unread = { damages: [], lostReferences: 0, isOurs: false, pending: 0, isNewer: false };

/** Checks content and version of a file without changes, in seconds per gigabyte. @param isThorough with the indexes */
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
    return { ...unread, problem: describeUnloadable(error) ?? errorMessage(error) };
  }
}

/** Opens a database for queries; without a `-wal` with write access, so that SQLite deletes the files it creates. */
export function openToRead(path: string): PlainDatabase {
  const client = new Sqlite(path, { fileMustExist: true, readonly: existsSync(`${path}-wal`) });
  client.pragma('busy_timeout = 2000');
  client.pragma('query_only = ON');
  client.pragma('trusted_schema = OFF');
  return plainDatabase(client);
}

export function plainDatabase(client: Sqlite.Database) {
  return drizzle(client, { schema });
}

/** Runs `work` on its own connection to a database of any version, without starting a transaction. */
export function withDatabase<T>(path: string, work: (db: PlainDatabase) => T): T {
  const client = new Sqlite(path, { fileMustExist: true, timeout: 5_000 });
  try {
    return work(plainDatabase(client));
  } finally {
    client.close();
  }
}

/** Returns why a database cannot be used, as in `is damaged: …`; null if it can. */
export function describeDefect({
  problem,
  damages,
  lostReferences,
  isOurs,
  isNewer,
}: DatabaseState): string | null {
  if (problem === 'file is not a database') return 'is not a SQLite database';
  const damage = problem ?? damages[0];
  if (damage !== undefined) return `is damaged: ${damage}`;
  if (!isOurs) return 'is another program’s database';
  if (isNewer) {
    return 'was written by a newer version of Career Tarot. Install the version that wrote it, or a later one';
  }
  return lostReferences > 0 ? 'is damaged: some rows refer to others that are missing' : null;
}

function findDamage(client: Sqlite.Database, isThorough: boolean) {
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
