import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { copyDatabase } from '../../db/copy.ts';

/**
 * Puts a copy into the place of a database whose service was killed, and forgets its `-wal`, the pages of which SQLite
 * would put over those of the copy.
 */
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
