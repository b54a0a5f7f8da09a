import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { withDatabase } from './examine.ts';
import { giveToOwner } from './files.ts';

/* The list of erased people, in a file beside the database and in each copy, so that restoring a copy does not bring them back. */

const factName = 'privacy.erasures';

/** Stores in a copy the list of erased customers beside the database at `path`. */
export function packErasures(path: string, copy: string): void {
  const list = readLines(path);
  withDatabase(copy, ({ $client }) => {
    if (list.length === 0 || !hasFacts($client)) return;
    const put = $client.prepare('INSERT OR REPLACE INTO service_facts (name, value) VALUES (?, ?)');
    put.run(factName, list.join('\n'));
  });
}

/** Adds `more` and the lists in `copy` and beside `from` to the list beside `to`. Returns whether it has entries. */
export function unpackErasures(copy: string, from: string, to: string, more: readonly string[]): boolean {
  const packed = withDatabase(copy, ({ $client }) => readPacked($client));
  const known = readLines(to);
  const listed = new Set([...packed, ...readLines(from), ...more]);
  const missing = [...listed].filter((line) => !known.includes(line));
  if (missing.length > 0) {
    const start = known.length > 0 ? '\n' : '';
    appendFileSync(erasuresFile(to), `${start}${missing.join('\n')}\n`, { mode: 0o600, flush: true });
    giveToOwner(erasuresFile(to), to);
  }
  return known.length + missing.length > 0;
}

/** Returns the list of erased customers that `packErasures` stored in a copy. */
export function readPacked(client: Sqlite.Database): string[] {
  if (!hasFacts(client)) return [];
  const packed = client.prepare('SELECT value FROM service_facts WHERE name = ?').pluck().get(factName);
  return linesOf(String(packed ?? ''));
}

function hasFacts(client: Sqlite.Database): boolean {
  return client.prepare("SELECT 1 FROM sqlite_master WHERE name = 'service_facts'").get() !== undefined;
}

/** Returns the path of the list of erased customers beside a database. */
export const erasuresFile = (path: string): string => `${path}.erased`;

const readLines = (path: string): string[] =>
  existsSync(erasuresFile(path)) ? linesOf(readFileSync(erasuresFile(path), 'utf8')) : [];

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
