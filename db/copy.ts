import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { packErasures } from './erasures.ts';
import { describeDefect, examineDatabase } from './examine.ts';
import { DatabaseUnusable, refuseUnusableFile } from './files.ts';

/** Copies a database to `target`, which it replaces only when the copy is complete and `finish` has run on it. */
export function copyDatabase(
  client: Sqlite.Database,
  target: string,
  finish: (copy: string) => void = () => {},
): void {
  const unfinished = `${target}.${process.pid}.part`;
  try {
    // SQLite would create the file readable by all users; it also writes into an existing empty file.
    const file = openSync(unfinished, 'wx', 0o600);
    try {
      client.prepare('VACUUM INTO ?').run(unfinished);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    finish(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    for (const part of ['', '-journal']) rmSync(unfinished + part, { force: true });
    throw error;
  }
}

/**
 * Copies a database with its list of erased customers, and checks the copy. `to` is written only if all is well.
 * @throws {DatabaseUnusable} when `from` is unusable or the copy damaged
 */
export function backUpDatabase(from: string, to: string): void {
  refuseUnusableFile(from);
  const db = new Sqlite(from, { fileMustExist: true });
  try {
    copyDatabase(db, to, (copy) => {
      packErasures(from, copy);
      const defect = describeDefect(examineDatabase(copy, true));
      if (defect !== null) throw new DatabaseUnusable(`The copy ${defect}.`);
    });
  } finally {
    db.close();
  }
}
