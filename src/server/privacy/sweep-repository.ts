import type { Queryable, Transaction } from '../../../db/client.ts';
import { sql } from '../../../db/drizzle.ts';
import { type Given, prepared, writing, written } from '../../../db/prepared.ts';

const dueName = 'erased_to_sweep';
const fillerName = 'sweep';

/** How far a sweep has come: it is due, it goes on, or what is left stands in the log alone. */
type SweepState = 'due' | 'begun' | 'log';

const stateWrite = prepared((db, { state }: Given<{ state: string }>) =>
  writing(db, sql`INSERT OR REPLACE INTO service_facts (name, value) VALUES (${dueName}, ${state})`),
);

/** Notes that the file may still have somewhere what was erased. */
export function noteToSweep(db: Transaction): void {
  stateWrite(db).run({ state: 'due' });
}

export function noteSweepBegun(db: Transaction): void {
  stateWrite(db).run({ state: 'begun' });
}

const stateRow = prepared((db) =>
  written<{ value: string }>(db, sql`SELECT value FROM service_facts WHERE name = ${dueName}`),
);

/** @returns how far it has come; null when there is nothing to sweep */
export function readSweep(db: Queryable): SweepState | null {
  const value = stateRow(db).get()?.value;
  if (value === undefined) return null;
  return value === 'begun' || value === 'log' ? value : 'due';
}

const pagesSwept = prepared((db) =>
  writing(db, sql`UPDATE service_facts SET value = 'log' WHERE name = ${dueName} AND value = 'begun'`),
);

/** Notes that the pages are swept, unless something was erased since that began. */
export function notePagesSwept(db: Transaction): void {
  pagesSwept(db).run();
}

const dueDelete = prepared((db) =>
  writing(db, sql`DELETE FROM service_facts WHERE name = ${dueName} AND value = 'log'`),
);

/** Notes that the sweep is complete, unless more was erased since the pages were swept. */
export function noteSwept(db: Transaction): void {
  dueDelete(db).run();
}

const freePages = prepared((db) =>
  written<{ pages: number; bytes: number }>(
    db,
    sql`SELECT (SELECT freelist_count FROM pragma_freelist_count) AS pages,
      (SELECT page_size FROM pragma_page_size) AS bytes`,
  ),
);
const fillerInsert = prepared((db, { name, bytes }: Given<{ name: string; bytes: number }>) =>
  writing(db, sql`INSERT INTO service_facts (name, value) VALUES (${name}, zeroblob(${bytes}))`),
);
const fillerDelete = prepared((db) =>
  writing(
    db,
    sql`DELETE FROM service_facts WHERE name =
      (SELECT name FROM service_facts WHERE name >= ${`${fillerName} `} AND name < ${`${fillerName}!`} LIMIT 1)`,
  ),
);

/**
 * Writes zeros over some of the file's pages that are in use no more, by taking them into use.
 *
 * @param number of this step
 * @param pages how many at most
 * @returns whether none are left
 */
export function fillFreePages(db: Transaction, number: number, pages: number): boolean {
  const free = freePages(db).get();
  if (!free || free.pages === 0) return true;
  // A page of such a value begins with four bytes that point to the next.
  const bytes = Math.min(free.pages, pages) * (free.bytes - 4);
  fillerInsert(db).run({ name: `${fillerName} ${number}`, bytes });
  return false;
}

/** Gives some of them back. @returns whether none were left */
export function freeFilledPages(db: Transaction): boolean {
  return changed(fillerDelete(db).run()) === 0;
}

function changed(result: unknown): number {
  return (result as { changes: number }).changes;
}
