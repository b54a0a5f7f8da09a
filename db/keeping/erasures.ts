import { appendFileSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';

/*
 * The list of who was erased, in copies of the database: it stands in a file beside the database (`….erased`), which
 * nothing takes along that takes a copy elsewhere, and without it a copy would bring back whom it still has.
 */

/** What the table `service_facts` of a copy calls the list. */
const listName = 'privacy.erasures';

const fileOf = (path: string): string => `${path}.erased`;

/**
 * Puts the list of a database into a copy of it. One of an older version may have no place for that.
 *
 * @param copy nobody else knows it yet
 */
export function packErasures(path: string, copy: string): void {
  if (!existsSync(fileOf(path))) return;
  const value = readFileSync(fileOf(path), 'utf8');
  const db = new Sqlite(copy, { fileMustExist: true });
  try {
    const keepsFacts = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'service_facts'").get();
    if (!keepsFacts) return;
    db.prepare('INSERT OR REPLACE INTO service_facts (name, value) VALUES (?, ?)').run(listName, value);
  } finally {
    db.close();
  }
}

/** A copy that is about to become the database. */
interface Arriving {
  /** The copy, which nobody else knows yet. */
  copy: string;
  /** Where it was made of: a list may stand beside that as well. */
  from: string;
  /** Where the database is to be; one may be there. */
  to: string;
}

/**
 * Puts what a copy, and a list beside it, know of who was erased into the list of the database that it is about to
 * become, and takes it out of the copy: from there on the file alone has it.
 *
 * @returns whether anybody stands in the list
 * @throws what SQLite or the file system says; nobody is forgotten then
 */
export function unpackErasures({ copy, from, to }: Arriving): boolean {
  const known = linesOf(readList(to));
  const packed = readPacked(copy);
  const more = [...linesOf(packed ?? ''), ...linesOf(readList(from))];
  const missing = [...new Set(more)].filter((line) => !known.includes(line));
  if (missing.length > 0) {
    const isCutOff = known.length > 0 && !readList(to).endsWith('\n');
    appendFileSync(fileOf(to), `${isCutOff ? '\n' : ''}${missing.join('\n')}\n`, {
      mode: 0o600,
      flush: true,
    });
    giveToOwner(to);
  }
  if (packed !== null) dropPacked(copy);
  return known.length + missing.length > 0;
}

/** The list belongs to whom the database belongs to, or the folder: the service has to write into it. */
function giveToOwner(path: string): void {
  const { uid, gid } = statSync(existsSync(path) ? path : dirname(path));
  const own = statSync(fileOf(path));
  if (own.uid !== uid || own.gid !== gid) chownSync(fileOf(path), uid, gid);
}

function readPacked(copy: string): string | null {
  const db = new Sqlite(copy, { fileMustExist: true });
  try {
    const keepsFacts = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'service_facts'").get();
    if (!keepsFacts) return null;
    const facts = db.prepare<[string], string>('SELECT value FROM service_facts WHERE name = ?').pluck();
    return facts.get(listName) ?? null;
  } finally {
    db.close();
  }
}

function dropPacked(copy: string): void {
  const db = new Sqlite(copy, { fileMustExist: true });
  try {
    db.pragma('secure_delete = ON');
    db.prepare('DELETE FROM service_facts WHERE name = ?').run(listName);
  } finally {
    db.close();
  }
}

const readList = (path: string): string =>
  existsSync(fileOf(path)) ? readFileSync(fileOf(path), 'utf8') : '';

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
