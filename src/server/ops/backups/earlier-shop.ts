import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { backupFolder, parseBackupTime } from './backup-files.ts';

/*
 * A disk that is not mounted leaves an empty folder, in which a start would begin a new shop. The service therefore notes
 * its database in the cache folder, which is on another disk; backups and other files beside the database count as well.
 */

const noteIn = (cacheFolder: string): string => join(cacheFolder, 'last-database');

/** Returns a trace of a shop whose database is missing, in words; null if it exists or no trace was found. */
export function findEarlierShop(path: string, cacheFolder: string | null): string | null {
  try {
    return existsSync(path) ? null : findTrace(path, cacheFolder);
  } catch {
    return null;
  }
}

/** Returns whether the service has never run: there is no database, nor a trace of one. */
export function isBeforeFirstStart(path: string, cacheFolder: string | null): boolean {
  try {
    return !existsSync(path) && findTrace(path, cacheFolder) === null;
  } catch {
    return false;
  }
}

function findTrace(path: string, cacheFolder: string | null): string | null {
  const folder = dirname(path);
  const isPart = (name: string) =>
    name.startsWith(basename(path)) && /^($|\.|-wal$|-journal$)/.test(name.slice(basename(path).length));
  const part = namesIn(folder).find(isPart);
  if (part === basename(path)) return `${path} is a link to a file that is not there`;
  if (part !== undefined) return `${join(folder, part)} is still there`;
  const backup = namesIn(backupFolder(path)).find((name) => parseBackupTime(path, name) !== null);
  if (backup !== undefined) return `there is the backup ${join(backupFolder(path), backup)}`;
  const note = cacheFolder === null ? '' : noteIn(cacheFolder);
  if (!existsSync(note)) return null;
  return `the service last used ${readFileSync(note, 'utf8').trim()}, as ${note} says`;
}

/** Stores in the cache folder which database is served. Ignores errors. */
export function noteDatabase(path: string, cacheFolder: string | null): void {
  if (cacheFolder === null) return;
  try {
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    writeFileSync(noteIn(cacheFolder), `${resolve(path)}\n`, { mode: 0o600 });
  } catch {
    // A shop starts even if its cache cannot be written.
  }
}

/** Returns finding and advice for a missing database. @param trace from `findEarlierShop` */
export function describeMissing(path: string, trace: string): { found: string; advice: string } {
  return {
    found: `There is no database ${path}, but a shop has run here: ${trace}.`,
    advice:
      'Mount its disk, or correct DATABASE_PATH. Otherwise restore a backup with npm run restore -- FILE, or start an empty shop with npm run start -- --new-shop.',
  };
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
