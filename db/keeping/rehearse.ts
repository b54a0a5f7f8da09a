import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../client.ts';
import { copyDatabase } from '../copy.ts';
import { DatabaseUnusable, refuseLeftovers } from '../files.ts';
import { type CheckedDatabase, checkDatabase } from './check.ts';

/** How many rows a table has, before and after. */
export interface TableCount {
  table: string;
  before: number | null;
  after: number | null;
}

/** What a start with this program would do to a database, as it was done to a copy. */
export interface Rehearsal {
  before: CheckedDatabase;
  after: CheckedDatabase;
  /** The tables whose number of rows is another, those that are new, and those that are gone. */
  changed: TableCount[];
  /** How long a start takes for it, in milliseconds. */
  milliseconds: number;
  /** The database, before and after, in bytes. A start needs room for a copy of it as well, which stays. */
  bytes: { before: number; after: number };
}

/**
 * Does to a copy of the database what a start does, the copy that it makes beforehand included, and looks at what
 * came of it. The database itself is only read; the service may run.
 *
 * @param folder an empty one, with room for three times the database; whoever made it takes it away
 * @throws {DatabaseUnusable} when the database has the `-wal` of another beside it, it or what became of the copy is not whole, or a migration fails
 */
export function rehearseUpgrade(path: string, folder: string, tell: (what: string) => void): Rehearsal {
  const copy = join(folder, 'copy.db');
  tell('Copying the database');
  refuseLeftovers(path);
  copyUntouched(path, copy);
  const before = checkDatabase(copy, tell);
  const rows = countRows(copy);
  const bytesBefore = statSync(copy).size;
  tell('Changing the tables of the copy');
  const start = performance.now();
  openDatabase(copy).$client.close();
  const milliseconds = Math.round(performance.now() - start);
  const after = checkDatabase(copy, tell);
  if (after.orders !== before.orders) throw new DatabaseUnusable('Orders would be lost.');
  return {
    before,
    after,
    changed: compare(rows, countRows(copy)),
    milliseconds,
    bytes: { before: bytesBefore, after: statSync(copy).size },
  };
}

/** Reads a database without a right to write it: what a killed service left in its `-wal` stays there. */
function copyUntouched(path: string, copy: string): void {
  const hadWal = existsSync(`${path}-wal`);
  const source = new Sqlite(path, { readonly: true });
  try {
    copyDatabase(source, copy);
  } finally {
    source.close();
  }
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (hadWal || wal?.size !== 0) return;
  // Whoever may only read leaves an empty `-wal` behind, which the next to close the database takes away.
  const tidy = new Sqlite(path, { fileMustExist: true });
  try {
    tidy.pragma('schema_version');
  } finally {
    tidy.close();
  }
}

function compare(before: Map<string, number>, after: Map<string, number>): TableCount[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((table) => ({ table, before: before.get(table) ?? null, after: after.get(table) ?? null }))
    .filter((counts) => counts.before !== counts.after)
    .sort((one, other) => one.table.localeCompare(other.table));
}

/** Of all tables but SQLite's own, and those in which an index for searching keeps its parts. */
function countRows(path: string): Map<string, number> {
  const db = new Sqlite(path, { readonly: true });
  try {
    const tables = db
      .prepare<[], string>(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'",
      )
      .pluck()
      .all()
      .filter((name) => name !== '__drizzle_migrations');
    return new Map(
      tables.map((table) => [
        table,
        db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0,
      ]),
    );
  } finally {
    db.close();
  }
}
