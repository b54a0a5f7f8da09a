import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';

/** @returns what a copy is called until it is whole; two processes never write the same */
export const partOf = (target: string): string => `${target}.${process.pid}.part`;

/**
 * Writes a whole copy of a database that only its user can read. `VACUUM INTO` reads one state of it, whatever
 * is written meanwhile. Until it is whole the copy has another name, and one that fails leaves nothing behind.
 *
 * @param target a file that is not there yet
 * @throws what SQLite or the file system says
 */
export function copyDatabase(client: Sqlite.Database, target: string): void {
  const unfinished = partOf(target);
  try {
    // SQLite would create the file readable by all users; it also writes into an existing file that is empty.
    const file = openSync(unfinished, 'wx', 0o600);
    try {
      client.prepare('VACUUM INTO ?').run(unfinished);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
