import { closeSync, openSync, readSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { DatabaseUnusable, messageOf } from '../files.ts';
import { migrationNames, pendingMigrations, readMigrations } from '../migration-files.ts';

/** What a database says of itself once it was found whole. */
export interface CheckedDatabase {
  /** The name of the last migration that it has, like `0030_withdrawn_tallies`. */
  migration: string;
  /** How many migrations of this program it has yet to go through. */
  pending: number;
  orders: number;
  /** When the newest order was placed, in milliseconds; null when there is none. */
  newestOrderAt: number | null;
}

/** How many complaints of SQLite about a damaged file are read: the first says enough. */
const complaints = 1;

/**
 * Refuses a file that is not a SQLite database, by its first bytes: it neither opens the file with SQLite nor creates
 * one beside it.
 *
 * @throws {DatabaseUnusable}
 */
export function refuseOtherFiles(path: string): void {
  const header = Buffer.alloc(16);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  // https://www.sqlite.org/fileformat.html#magic_header_string
  if (header.toString('latin1') !== 'SQLite format 3\u0000') {
    throw new DatabaseUnusable(`${path} is no SQLite database.`);
  }
}

/**
 * Checks that a file that is not in use is a whole database of ours that this program can work with: its structure, its
 * references, its migrations, its tables. The contents of a `-wal` beside it are moved into it first.
 *
 * @param path a copy: it is written when it has a `-wal`
 * @param tell told what is being checked
 * @throws {DatabaseUnusable} with what is wrong with it
 */
export function checkDatabase(path: string, tell: (what: string) => void = () => {}): CheckedDatabase {
  refuseOtherFiles(path);
  const db = new Sqlite(path, { fileMustExist: true });
  try {
    db.pragma('trusted_schema = OFF');
    db.pragma('journal_mode = DELETE');
    tell('Looking whether the file is whole');
    const [damage] = db.pragma(`integrity_check(${complaints})`) as { integrity_check: string }[];
    if (damage?.integrity_check !== 'ok')
      throw new Error(`is damaged: ${messageOf(damage?.integrity_check)}`);
    const migrated = refuseOtherTables(db);
    tell('Looking whether all rows belong together');
    const [orphan] = db.pragma('foreign_key_check') as { table: string; parent: string }[];
    if (orphan)
      throw new Error(
        `is damaged: a row of ${orphan.table} refers to a row of ${orphan.parent}, which is missing`,
      );
    const orders = db.prepare('SELECT count(*) AS orders, max(created_at) AS newestOrderAt FROM orders');
    return { ...migrated, ...(orders.get() as Pick<CheckedDatabase, 'orders' | 'newestOrderAt'>) };
  } catch (error) {
    throw new DatabaseUnusable(`${path} ${sentenceOf(error)}.`, { cause: error });
  } finally {
    db.close();
  }
}

function sentenceOf(error: unknown): string {
  const isOurs = error instanceof Error && error.constructor === Error;
  return isOurs ? error.message : `is damaged: ${messageOf(error)}`;
}

/** Refuses the database of another program, of a newer version of this one, and one that lacks tables. */
function refuseOtherTables(db: Sqlite.Database): Pick<CheckedDatabase, 'migration' | 'pending'> {
  const known = readMigrations();
  const tables = tablesOf(db);
  const applied = tables.has('__drizzle_migrations')
    ? db.prepare<[], number>('SELECT created_at FROM __drizzle_migrations ORDER BY created_at').pluck().all()
    : [];
  if (applied[0] !== known[0]?.folderMillis) throw new Error('is a database of another program');
  const newer = applied.filter((time) => time > (known.at(-1)?.folderMillis ?? 0)).length;
  if (newer > 0) {
    throw new Error(
      `was written by a newer version of Career Tarot: this one does not know its last ${newer === 1 ? 'migration' : `${newer} migrations`}. Install the version that wrote it, or a later one`,
    );
  }
  const pending = pendingMigrations(db, known);
  const last = known.length - pending;
  const missing = [...tablesAfter(known.slice(0, last))].filter((table) => !tables.has(table));
  if (missing.length > 0) throw new Error(`is damaged: it lacks the table ${missing.join(', ')}`);
  return { migration: migrationNames()[last - 1] ?? '', pending };
}

/** @returns the tables that some of the migrations make */
function tablesAfter(migrations: { sql: string[] }[]): Set<string> {
  const db = new Sqlite(':memory:');
  try {
    for (const { sql } of migrations) for (const statement of sql) db.exec(statement);
    return tablesOf(db);
  } finally {
    db.close();
  }
}

function tablesOf(db: Sqlite.Database): Set<string> {
  const names = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  // SQLite's own, such as what ANALYZE writes.
  return new Set(names.filter((name) => !name.startsWith('sqlite_')));
}
