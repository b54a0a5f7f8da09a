import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BackupState } from '../../shared/backups.ts';

/* The names of automatic copies: `career-tarot-20261123T061500Z.db`. Files with other names are never deleted. */

const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** @returns the prefix of the names of a database's copies */
function prefixOf(databasePath: string): string {
  return `${basename(databasePath).replace(/\.[^.]*$/, '')}-`;
}

/** @param at when the copy begins, in milliseconds */
export function backupName(databasePath: string, at: number): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `${prefixOf(databasePath)}${time}Z.db`;
}

/** @returns when the copy of this name was begun, in milliseconds; null for a name that `backupName` does not give */
export function backupTime(databasePath: string, name: string): number | null {
  const prefix = prefixOf(databasePath);
  if (!name.startsWith(prefix) || !name.endsWith('.db')) return null;
  const match = stamp.exec(name.slice(prefix.length, -'.db'.length));
  if (!match) return null;
  const [, year, month, day, hour, minute, second] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}

/** @returns whether this is a partial copy whose process was killed, also one of an earlier version */
export function isHalfBackup(databasePath: string, name: string): boolean {
  const whole = name.replace(/(\.\d+\.part)+(-journal|-wal|-shm)?$/, '');
  return whole !== name && backupTime(databasePath, whole) !== null;
}

/** @returns the copies of a database in a folder, the newest first */
export async function listBackups(folder: string, databasePath: string): Promise<BackupState['files']> {
  const files: BackupState['files'] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const at = backupTime(databasePath, name);
    if (at === null) continue;
    // Zero when it was deleted meanwhile.
    const bytes = await stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    );
    files.push({ name, at, bytes });
  }
  return files.sort((a, b) => b.at - a.at);
}
