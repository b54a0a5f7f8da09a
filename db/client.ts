import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import { canonicalEmail, mailboxOf } from '../src/shared/email/email-address.ts';
import { foldCode } from '../src/shared/text.ts';
import { fillComputedColumns } from './computed-columns.ts';
import { copyDatabase } from './copy.ts';
import {
  DatabaseUnusable,
  errorMessage,
  findUnwritablePart,
  makePrivate,
  openError,
  refuseUnusableFile,
  type Whereabouts,
  watchFile,
} from './files.ts';
import { compareMigrations, ownMigrations, readMigrations } from './migration-files.ts';
import * as schema from './schema.ts';

/** A database or a transaction, from which repositories read. */
export type Queryable = BaseSQLiteDatabase<'sync', Sqlite.RunResult, typeof schema> & {
  /** For a transaction, the database it belongs to. */
  readonly connection?: Queryable;
};
/** A write transaction: only `writeTransaction` and `writeNow` provide one. */
export type Transaction = Parameters<Parameters<Drizzle['transaction']>[0]>[0] &
  Pick<Queryable, 'connection'>;
type Drizzle = BetterSQLite3Database<typeof schema> & { $client: Sqlite.Database };
export type Database = Drizzle & {
  /** Called after each commit. */
  readonly onCommit: Set<() => void>;
  /** Returns why data is being lost although SQLite reports success; null while the file is in place. */
  readonly findLoss: () => string | null;
};

/**
 * Opens and migrates a file or `:memory:`, or opens the bytes of a migrated database. Copies a file before migrations.
 * @throws {DatabaseUnusable} when the file cannot be opened, is no database or a newer version's, or a migration fails
 */
export function openDatabase(
  source: string | Buffer,
  migrationsFolder = ownMigrations,
  announce: (what: string) => void = () => {},
): Database {
  const isUpToDate = typeof source !== 'string';
  const migrations = isUpToDate ? [] : readMigrations(migrationsFolder);
  const path = isUpToDate ? ':memory:' : source;
  const isFile = path !== ':memory:';
  if (isFile) refuseUnusableFile(path);
  const existed = isFile && existsSync(path);
  const client = connect(source, path, isFile);
  const db = drizzle(client, { schema });
  try {
    const { pending, isNewer } = compareMigrations(client, migrations);
    if (isNewer && !isUpToDate) throw new Error('it was written by a newer version of Career Tarot');
    if (pending > 0 && existed) {
      announce('Copying the database before its tables change');
      copyBeforeMigration(client, path);
      announce(`Changing its tables, migration ${migrations.length - pending} to ${migrations.length - 1}`);
    }
    if (pending > 0) migrate(db, { migrationsFolder });
    fillComputedColumns(client);
    const findLoss = () => lossInWords(path, client.whereabouts());
    client.pragma('temp_store = MEMORY');
    client.pragma('busy_timeout = 0');
    return Object.assign(db, { findLoss, onCommit: new Set<() => void>() });
  } catch (error) {
    client.close();
    throw new DatabaseUnusable(
      `The database ${path} could not be migrated (${errorMessage(error)}). Nothing was changed. Start the version that last used it, or restore a backup that this version can read.`,
      { cause: error },
    );
  }
}

/** The synchronous work of a transaction; a function that returns a promise does not compile. */
export type Work<T> = (tx: Transaction) => T extends PromiseLike<unknown> ? never : T;

const lockTimeoutMs = 2_000;
const retryMs = 20;

/**
 * Runs a write transaction, on disk when this resolves. Waits up to `timeoutMs` for another program's lock; `work` runs once.
 * @throws the error of `work`; SQLite's error when the database cannot be written; as `requireInPlace`
 */
export async function writeTransaction<T>(
  db: Database,
  work: Work<T>,
  timeoutMs = lockTimeoutMs,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let hasBegun = false;
    try {
      return writeNow<T>(db, (tx) => {
        hasBegun = true;
        return work(tx);
      });
    } catch (error) {
      const isLocked = !hasBegun && codeOf(error).startsWith('SQLITE_BUSY');
      if (!isLocked || performance.now() >= deadline) throw error;
    }
    await wait(retryMs);
  }
}

/**
 * Runs a write transaction at once, on disk when this returns.
 * @throws `SQLITE_BUSY` while another program has the lock; as `requireInPlace`
 */
export function writeNow<T>(db: Database, work: Work<T>): T {
  const result = db.transaction(
    (tx) => {
      const done: T = work(Object.assign(tx, { connection: db }));
      // Data in a file that was moved is gone after the next start, so it must not count as stored.
      requireInPlace(db);
      return done;
    },
    { behavior: 'immediate' },
  );
  for (const tell of db.onCommit) tell();
  return result;
}

/** Returns whether an error of the database means that it cannot be used: full disk, lock, I/O error, moved file. */
export function isStorageFailure(error: unknown): boolean {
  if (error instanceof DatabaseUnusable) return true;
  return /^SQLITE_(FULL|BUSY|IOERR|READONLY|CANTOPEN|LOCKED|NOMEM)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Checks that the database can be written, by rewriting its `user_version`. @throws SQLite's error when it cannot */
export async function proveWritable(db: Database): Promise<void> {
  await writeTransaction(db, () => db.$client.pragma('user_version = 0'));
}

/** Empties the write-ahead log, which still holds deleted data; returns false while another connection reads. */
export function truncateWal({ $client }: Database): boolean {
  const [result] = $client.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}

/** @throws {DatabaseUnusable} when the database file was moved, replaced or deleted while open */
export function requireInPlace({ findLoss }: Pick<Database, 'findLoss'>): void {
  const loss = findLoss();
  if (loss !== null) throw new DatabaseUnusable(loss);
}

function lossInWords(path: string, whereabouts: Whereabouts): string | null {
  const until = 'Nothing is saved until it is put back';
  switch (whereabouts) {
    case 'in place':
      return null;
    case 'gone':
      return `The database ${path} is gone: it was moved or removed while the service was running. ${until}.`;
    case 'replaced':
      return `The database ${path} is not the file that the service opened: it was replaced while the service was running. ${until}, or the service is restarted with the new file.`;
  }
}

class Connection extends Sqlite {
  whereabouts: () => Whereabouts = () => 'in place';

  override close(): this {
    // SQLite would write the pages of the `-wal` into the new file.
    if (this.open && this.whereabouts() === 'replaced') this.pragma('wal_checkpoint(TRUNCATE)');
    return super.close();
  }
}

/** The program's functions, so that SQL compares in the same way. */
const functions = {
  canonical_email: canonicalEmail,
  mailbox_of: mailboxOf,
  fold_code: foldCode,
};

function connect(source: string | Buffer, path: string, isFile: boolean): Connection {
  try {
    if (isFile) makePrivate(path);
    if (isFile && findUnwritablePart(path) !== undefined) throw new Error('it would be read-only');
    const client = new Connection(source);
    client.pragma('journal_mode = WAL');
    // better-sqlite3 reopens a WAL file with NORMAL, which may forget commits when the power fails.
    client.pragma('synchronous = FULL');
    client.pragma('foreign_keys = ON');
    client.pragma('busy_timeout = 5000');
    client.pragma('trusted_schema = OFF');
    client.pragma('secure_delete = ON');
    for (const [name, compute] of Object.entries(functions)) {
      client.function(name, { deterministic: true, directOnly: true }, (text) =>
        typeof text === 'string' ? compute(text) : null,
      );
    }
    if (isFile) client.whereabouts = watchFile(path);
    return client;
  } catch (error) {
    throw openError(path, error);
  }
}

function copyBeforeMigration(client: Sqlite.Database, path: string): void {
  const stamp = new Date().toISOString().replaceAll(/[-:.]/g, '');
  copyDatabase(client, `${path}.before-migration-${stamp}`);
}
