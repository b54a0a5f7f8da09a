import { closeSync, existsSync, mkdirSync, openSync, realpathSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { DatabaseUnusable, giveToOwner, openError } from './files.ts';

export interface DatabaseLock {
  release(): void;
}

const retryMs = 200;

/**
 * Locks a database by the file `…-lock`, until release or the process's end.
 * @throws {DatabaseUnusable} if it is still in use after `timeoutMs`, or the file cannot be written
 */
export async function lockDatabase(
  path: string,
  { timeoutMs, onWait }: { timeoutMs: number; onWait?: (why: string) => void },
): Promise<DatabaseLock> {
  const file = `${existsSync(path) ? realpathSync(path) : path}-lock`;
  const end = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    const taken = tryToTake(file, path);
    if (typeof taken !== 'string') return taken;
    const why = `The database ${path} is in use${taken}.`;
    if (performance.now() >= end) {
      throw new DatabaseUnusable(`${why} Stop that first, or set DATABASE_PATH to another database.`);
    }
    if (attempt === 1) onWait?.(why);
    await wait(retryMs);
  }
}

function tryToTake(file: string, database: string): DatabaseLock | string {
  let client: Sqlite.Database | undefined;
  try {
    makeFile(file, database);
    client = new Sqlite(file, { timeout: 0 });
    takeLock(client);
  } catch (error) {
    const code = error instanceof Sqlite.SqliteError ? error.code : '';
    // The holder deletes the file when it releases the lock; then there is another file to lock.
    const isTaken = code.startsWith('SQLITE_BUSY') || code === 'SQLITE_READONLY_DBMOVED';
    const holder = client && isTaken ? readHolder(client) : '';
    client?.close();
    if (!isTaken) throw openError(database, error, file);
    return holder;
  }
  const held = client;
  return {
    release() {
      if (!held.open) return;
      rmSync(file, { force: true });
      held.close();
    },
  };
}

/** Creates the file. Later only SQLite opens it: closing a file releases all locks of the process on it. */
function makeFile(file: string, database: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (existsSync(file)) return;
  closeSync(openSync(file, 'a', 0o600));
  giveToOwner(file, database);
}

/** Records who takes the lock, then takes a reserved lock, during which others can read the record. */
function takeLock(client: Sqlite.Database): void {
  const since = new Date().toISOString().slice(0, 16).replace('T', ' ');
  client.exec('BEGIN IMMEDIATE');
  try {
    client.exec('CREATE TABLE IF NOT EXISTS holder (pid, host, since); DELETE FROM holder');
    client.prepare('INSERT INTO holder VALUES (?, ?, ?)').run(process.pid, hostname(), `${since} UTC`);
    client.exec('COMMIT');
  } catch (error) {
    // On a full disk the lock is held, but its file does not name the holder.
    if (!(error instanceof Sqlite.SqliteError) || error.code !== 'SQLITE_FULL') throw error;
    if (client.inTransaction) client.exec('ROLLBACK');
  }
  client.exec('BEGIN IMMEDIATE');
}

function readHolder(client: Sqlite.Database): string {
  try {
    const words = "SELECT format(' by process %d on %s, since %s', pid, host, since) FROM holder";
    return String(client.prepare(words).pluck().get() ?? '');
  } catch {
    return '';
  }
}
