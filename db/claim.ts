import { closeSync, existsSync, mkdirSync, openSync, realpathSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import Sqlite from 'better-sqlite3';
import { DatabaseUnusable, giveToOwner, unopened } from './files.ts';

/** A claimed database: no other service serves it, and no copy replaces it, until the claim is released. */
export interface Claim {
  /** Releases the claim; when this process ends for any reason, the operating system does so. */
  release(): void;
}

interface Claiming {
  /** How long to wait for the current holder to release it, in milliseconds. */
  patience: number;
  /** Told once who is waited for. */
  waiting?: (why: string) => void;
}

/** The process that has claimed a database. A process id alone does not say on which machine or in which container. */
interface Holder {
  pid: number;
  host: string;
  since: string;
}

/** How often it is tried again, in milliseconds. */
const pause = 200;

/**
 * Claims a database. The claim is SQLite's lock on a file beside it, `…-lock`: a killed process leaves no lock behind,
 * and locks of other containers count as well. Commands can still open the database itself.
 *
 * @param path may not exist yet
 * @throws {DatabaseUnusable} when another process holds it for longer than `patience`, or the lock file cannot be
 *   written
 */
export async function claimDatabase(path: string, { patience, waiting }: Claiming): Promise<Claim> {
  const file = `${existsSync(path) ? realpathSync(path) : path}-lock`;
  const end = performance.now() + patience;
  let isTold = false;
  for (;;) {
    const taken = tryToTake(file, path);
    if ('release' in taken) return taken;
    const why = `The database ${path} is in use${taken.holder ? ` by ${inWords(taken.holder)}` : ''}.`;
    if (performance.now() >= end) {
      throw new DatabaseUnusable(`${why} Stop that first, or set DATABASE_PATH to another database.`);
    }
    if (!isTold) waiting?.(why);
    isTold = true;
    await wait(pause);
  }
}

function inWords({ pid, host, since }: Holder): string {
  return `process ${pid} on ${host}, since ${since}`;
}

/** @returns the claim, or who has it, as far as they have said */
function tryToTake(file: string, database: string): Claim | { holder: Holder | undefined } {
  let client: Sqlite.Database | undefined;
  try {
    makeFile(file, database);
    client = new Sqlite(file, { timeout: 0 });
    takeLock(client);
  } catch (error) {
    const code = error instanceof Sqlite.SqliteError ? error.code : '';
    // The holder deletes the file when it releases the lock; then there is another file to lock.
    const isTaken = code.startsWith('SQLITE_BUSY') || code === 'SQLITE_READONLY_DBMOVED';
    const holder = client && isTaken ? readHolder(client) : undefined;
    client?.close();
    if (!isTaken) throw unopened(database, error, file);
    return { holder };
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

/** Opened once only, and by SQLite: closing a file lets go of all locks that the process holds on it. */
function makeFile(file: string, database: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (existsSync(file)) return;
  closeSync(openSync(file, 'a', 0o600));
  giveToOwner(file, database);
}

/** A reserved lock, beside which others can read whose it is: what was noted under it stands there until the next one. */
function takeLock(client: Sqlite.Database): void {
  const since = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const me: Holder = { pid: process.pid, host: hostname(), since };
  client.exec('BEGIN IMMEDIATE');
  do {
    try {
      client.exec('CREATE TABLE IF NOT EXISTS holder (pid, host, since); DELETE FROM holder');
      client.prepare('INSERT INTO holder VALUES (@pid, @host, @since)').run(me);
      client.exec('COMMIT');
    } catch (error) {
      // Serve with a full disk, too: the lock is held, though its file does not name the holder.
      if (!(error instanceof Sqlite.SqliteError) || error.code !== 'SQLITE_FULL') throw error;
      if (client.inTransaction) client.exec('ROLLBACK');
      client.exec('BEGIN IMMEDIATE');
      return;
    }
    client.exec('BEGIN IMMEDIATE');
    // Another process may have taken the lock in between.
  } while (!isDeepStrictEqual(readHolder(client), me));
}

/** @returns undefined when the holder has not written its entry yet */
function readHolder(client: Sqlite.Database): Holder | undefined {
  try {
    return client.prepare<[], Holder>('SELECT pid, host, since FROM holder').get();
  } catch {
    return undefined;
  }
}
