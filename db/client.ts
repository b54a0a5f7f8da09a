import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { canonicalEmail, mailboxOf } from '../src/shared/email/email-address.ts';
import { foldCode } from '../src/shared/text.ts';
import { copyDatabase } from './copy.ts';
import { type DrizzleDatabase, drizzle, migrate } from './drizzle.ts';
import { fillSearchTexts } from './email-columns.ts';
import {
  DatabaseUnusable,
  errorMessage,
  findUnwritablePart,
  makePrivate,
  openError,
  refuseLeftovers,
  type Whereabouts,
  watchFile,
} from './files.ts';
import { GroupCommit } from './group-commit.ts';
import { compareMigrations, ownMigrations, readMigrations } from './migration-files.ts';
import { type Queryable, Statements, type Transaction } from './prepared.ts';
import * as schema from './schema.ts';

export type { Queryable, Transaction };
export type Database = DrizzleDatabase<typeof schema> & { $client: Sqlite.Database } & Queryable & {
    readonly commits: GroupCommit;
    /** Why nothing is written any more, though SQLite would; null while the file is where it was opened. */
    readonly findLoss: () => string | null;
  };

/**
 * Opens a file, `:memory:`, or the bytes of an up-to-date database. Copies an existing file before migrations.
 * @throws {DatabaseUnusable} when the file cannot be opened, is not a database, or a migration fails
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
  if (isFile) refuseLeftovers(path);
  const existed = isFile && existsSync(path);
  const client = connect(source, path, isFile);
  const builder = drizzle(client, { schema });
  try {
    const { pending, isNewer } = compareMigrations(client, migrations);
    if (isNewer && !isUpToDate) throw new Error('it was written by a newer version of Career Tarot');
    if (pending > 0 && existed) {
      announce('Copying the database before its tables change');
      copyBeforeMigration(client, path);
      announce(`Changing its tables, migration ${migrations.length - pending} to ${migrations.length - 1}`);
    }
    if (pending > 0) migrate(builder, { migrationsFolder });
    fillSearchTexts(client);
    const findLoss = () => lossInWords(path, client.whereabouts());
    // Data in a file that has lost its name is gone after the next start: it must not count as stored.
    const commits = new GroupCommit(client, () => requireInPlace({ findLoss }));
    client.settle = () => commits.close();
    client.pragma('temp_store = MEMORY');
    client.pragma('busy_timeout = 0');
    return Object.assign(builder, { $client: client, statements: new Statements(client), commits, findLoss });
  } catch (error) {
    client.close();
    throw new DatabaseUnusable(
      `The database ${path} could not be migrated (${errorMessage(error)}). It is unchanged; restore the copy beside it or start the version that wrote it.`,
      { cause: error },
    );
  }
}

/** Runs a write transaction, stored after `db.commits.written()`. `work` must not await. @throws `SQLITE_BUSY` */
export async function writeTransaction<T>(
  db: Database,
  work: (tx: Transaction) => T,
  lockTimeoutMs?: number,
): Promise<T> {
  return db.commits.run(() => work(db as Database & Transaction), lockTimeoutMs);
}

/** Runs a write transaction without waiting for a lock. @throws what `writeTransaction` throws */
export function writeNow<T>(db: Database, work: (tx: Transaction) => T): T {
  return db.commits.runNow(() => work(db as Database & Transaction));
}

/** Writes an unchanged number to the file's header, and waits until it is on the disk. @throws SQLite's error */
export async function proveWritable(db: Database): Promise<void> {
  await writeTransaction(db, () => db.$client.pragma('user_version = 0'));
  await db.commits.written();
}

/** Empties the write-ahead log, which keeps deleted data; returns false while another connection reads. */
export function truncateWal({ $client, commits }: Database): boolean {
  commits.close();
  const [result] = $client.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}

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

/** A connection that commits the open turn when it is closed, and throws when it cannot. */
class Connection extends Sqlite {
  settle: () => void = () => {};
  whereabouts: () => Whereabouts = () => 'in place';

  override close(): this {
    try {
      this.settle();
    } finally {
      // SQLite would put the pages of the `-wal` over those of the new file.
      if (this.open && this.whereabouts() === 'replaced') this.pragma('wal_checkpoint(TRUNCATE)');
      super.close();
    }
    return this;
  }
}

/** What SQL compares by, as the program does. */
const functions = { canonical_email: canonicalEmail, mailbox_of: mailboxOf, fold_code: foldCode };

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
