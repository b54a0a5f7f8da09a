import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { copyDatabase } from '../../db/copy.ts';

/** Replaces a killed service's database with a copy, next to a `-wal` that SQLite would apply to it. */
export function leaveForeignWal(path: string): void {
  const db = new Sqlite(path);
  copyDatabase(db, `${path}.copy`);
  db.pragma('journal_mode = WAL');
  db.exec("INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES ('held', 'yes', 1)");
  const wal = readFileSync(`${path}-wal`);
  // Removes the `-wal`; a killed process would leave it.
  db.close();
  renameSync(`${path}.copy`, path);
  writeFileSync(`${path}-wal`, wal);
}
