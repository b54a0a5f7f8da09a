import { readFileSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** Overwrites a table's first page in the database file, as a failing disk does. */
export function spoilTable(path: string, table: string): void {
  const db = new Sqlite(path);
  const page = Number(db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table));
  const size = Number(db.pragma('page_size', { simple: true }));
  db.pragma('journal_mode = DELETE');
  db.close();
  writeFileSync(path, readFileSync(path).fill(255, (page - 1) * size, page * size));
}
