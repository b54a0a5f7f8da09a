import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { copyDatabase } from '../../db/copy.ts';

/** Replaces the database of a killed service by a copy, and leaves the `-wal`, which SQLite would write into the copy. */
export function leaveForeignWal(path: string): void {
  const db = new Sqlite(path);
  copyDatabase(db, `${path}.copy`);
  db.pragma('journal_mode = WAL');
  db.exec("INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES ('held', 'yes', 1)");
  const wal = readFileSync(`${path}-wal`);
  // Removes its `-wal`, which a killed process leaves.
  db.close();
  renameSync(`${path}.copy`, path);
  writeFileSync(`${path}-wal`, wal);
}
