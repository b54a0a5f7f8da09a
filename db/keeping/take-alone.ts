import { existsSync, readFileSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { DatabaseUnusable, refuseLeftovers } from '../files.ts';

/** A database that no other process can open while it is held. */
export interface Held {
  /** Whether SQLite could read it, and what stood in its `-wal` is in the file now. */
  isReadable: boolean;
  /** Lets it go; may be called when the file has another name by then. */
  release(): void;
}

/** How long another command gets to end, in milliseconds. */
const patience = 1_000;

/**
 * Takes exclusive hold of a database, which fails while the service has it open: SQLite holds a lock on the file of
 * each connection for as long as its process lives. A killed process leaves no lock file behind.
 *
 * @param path may not exist, or be damaged
 * @throws {DatabaseUnusable} when another process has it open
 */
export function takeAlone(path: string): Held {
  const untouched: Held = { isReadable: false, release: () => {} };
  if (!existsSync(path)) return untouched;
  if (hasLeftovers(path)) {
    // SQLite would put the pages of another file over those of this one; a service that starts now refuses it as well.
    if (hasForeignLock(path)) throw inUse(path);
    return untouched;
  }
  const db = new Sqlite(path, { timeout: patience });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    // Takes in what a killed service left in the `-wal`; the lock stays, for this connection is exclusive.
    const mode = db.pragma('journal_mode = DELETE', { simple: true });
    return { isReadable: mode === 'delete', release: () => void db.close() };
  } catch (error) {
    const code = error instanceof Sqlite.SqliteError ? error.code : '';
    if (code.startsWith('SQLITE_BUSY') || hasForeignLock(path)) {
      db.close();
      throw inUse(path, error);
    }
    // SQLite cannot read the file, so the service does not have it open, as far as this process can tell.
    return { isReadable: false, release: () => void db.close() };
  }
}

function inUse(path: string, cause?: unknown): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database ${path} is in use. Stop the service first, and whatever else has it open.`,
    { cause },
  );
}

function hasLeftovers(path: string): boolean {
  try {
    refuseLeftovers(path);
    return false;
  } catch (error) {
    if (error instanceof DatabaseUnusable) return true;
    throw error;
  }
}

/**
 * SQLite reads the beginning of a file before it looks at locks, so that of a damaged one it says nothing about them.
 *
 * @returns whether another process holds a lock on it, where the system tells (Linux)
 */
function hasForeignLock(path: string): boolean {
  try {
    const { ino } = statSync(path);
    return readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .some((line) => {
        const [, , , , pid, place = ''] = line.trim().split(/\s+/);
        return place.endsWith(`:${ino}`) && pid !== String(process.pid);
      });
  } catch {
    return false;
  }
}
