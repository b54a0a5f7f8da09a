import { appendFileSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';

/*
 * The list of who was erased, in copies of the database. The list is a file beside the database (`….erased`). Programs
 * that take a copy elsewhere leave that file behind, and without it a copy would bring erased people back.
 */

/** What the table `service_facts` of a copy calls the list. */
const listName = 'privacy.erasures';

const fileOf = (path: string): string => `${path}.erased`;

/**
 * Puts the list of a database into a copy of it. A copy of an older version may have no place for that.
 *
 * @param copy not in use by any other process yet
 */
export function packErasures(path: string, copy: string): void {
  const list = readList(path);
  if (list === '') return;
  inCopy(copy, (db, keepsFacts) => {
    if (!keepsFacts) return;
    db.prepare('INSERT OR REPLACE INTO service_facts (name, value) VALUES (?, ?)').run(listName, list);
  });
}

/** A copy that is about to become the database. */
interface Arriving {
  /** The copy, which no other process uses yet. */
  copy: string;
  /** Where it was made of: a list may stand beside that as well. */
  from: string;
  /** Where the database is to be; one may be there. */
  to: string;
}

/**
 * Moves the entries on erased people from a copy, and from a list beside it, into the list of the database that the
 * copy is about to become. From then on only the file has them.
 *
 * @returns whether the list has any entries
 * @throws the error of SQLite or the file system; then no entry is lost
 */
export function unpackErasures({ copy, from, to }: Arriving): boolean {
  return inCopy(copy, (db, keepsFacts) => {
    const packed = keepsFacts ? readPacked(db) : undefined;
    const isAnybodyListed = addToList(to, [...linesOf(packed ?? ''), ...linesOf(readList(from))]);
    if (packed !== undefined) {
      db.pragma('secure_delete = ON');
      db.prepare('DELETE FROM service_facts WHERE name = ?').run(listName);
    }
    return isAnybodyListed;
  });
}

/** @returns whether the list of a database then has any entries */
function addToList(path: string, lines: string[]): boolean {
  const list = readList(path);
  const known = linesOf(list);
  const missing = [...new Set(lines)].filter((line) => !known.includes(line));
  if (missing.length > 0) {
    const isCutOff = known.length > 0 && !list.endsWith('\n');
    const text = `${isCutOff ? '\n' : ''}${missing.join('\n')}\n`;
    appendFileSync(fileOf(path), text, { mode: 0o600, flush: true });
    giveToOwner(path);
  }
  return known.length + missing.length > 0;
}

/** The list belongs to whom the database belongs to, or the folder: the service has to write into it. */
function giveToOwner(path: string): void {
  const { uid, gid } = statSync(existsSync(path) ? path : dirname(path));
  const own = statSync(fileOf(path));
  if (own.uid !== uid || own.gid !== gid) chownSync(fileOf(path), uid, gid);
}

/** @param work told whether the copy has a place for the list: one of an older version may have none */
function inCopy<T>(copy: string, work: (db: Sqlite.Database, keepsFacts: boolean) => T): T {
  const db = new Sqlite(copy, { fileMustExist: true });
  try {
    const facts = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'service_facts'").get();
    return work(db, facts !== undefined);
  } finally {
    db.close();
  }
}

function readPacked(db: Sqlite.Database): string | undefined {
  return db.prepare<[string], string>('SELECT value FROM service_facts WHERE name = ?').pluck().get(listName);
}

const readList = (path: string): string =>
  existsSync(fileOf(path)) ? readFileSync(fileOf(path), 'utf8') : '';

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
