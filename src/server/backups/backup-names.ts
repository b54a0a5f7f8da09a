import { basename } from 'node:path';

/* The names of automatic copies: `career-tarot-20261123T061500Z.db`. Files with other names are never deleted. */

const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** @returns what the names of a database's copies begin with */
function prefixOf(databasePath: string): string {
  return `${basename(databasePath).replace(/\.[^.]*$/, '')}-`;
}

/** @param at when the copy is begun, in milliseconds */
export function backupName(databasePath: string, at: number): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `${prefixOf(databasePath)}${time}Z.db`;
}

/** @returns when a copy with this name was begun, in milliseconds; null when the name is none that `backupName` gives */
export function backupTime(databasePath: string, name: string): number | null {
  const prefix = prefixOf(databasePath);
  if (!name.startsWith(prefix) || !name.endsWith('.db')) return null;
  const match = stamp.exec(name.slice(prefix.length, -'.db'.length));
  if (!match) return null;
  const [, year, month, day, hour, minute, second] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}

/** @returns whether this is half a copy, of one that was killed while it was made */
export function isHalfBackup(databasePath: string, name: string): boolean {
  const whole = name.replace(/(\.\d+\.part)+(-journal|-wal|-shm)?$/, '');
  return whole !== name && backupTime(databasePath, whole) !== null;
}
