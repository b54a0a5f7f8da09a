import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { days, hours } from '../../../shared/durations.ts';
import type { BackupSettings, BackupState } from '../../../shared/ops/backup-schema.ts';

/* Automatic copies are called `career-tarot-20261123T061500Z.db`. Files with other names are never deleted. */

const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Returns the path of the folder `backups` beside the database. The folder may be a link to another disk. */
export function backupFolder(databasePath: string): string {
  return join(dirname(databasePath), 'backups');
}

function prefixOf(databasePath: string): string {
  return `${basename(databasePath).replace(/\.[^.]*$/, '')}-`;
}

export function backupName(databasePath: string, at: number): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `${prefixOf(databasePath)}${time}Z.db`;
}

/** Returns when a copy of this database was made, by its file name; null for any other file. */
export function parseBackupTime(databasePath: string, name: string): number | null {
  const prefix = prefixOf(databasePath);
  if (!name.startsWith(prefix) || !name.endsWith('.db')) return null;
  const match = stamp.exec(name.slice(prefix.length, -'.db'.length));
  if (!match) return null;
  const [, year, month, day, hour, minute, second] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}

export function isPartialBackup(databasePath: string, name: string): boolean {
  const whole = name.replace(/(\.\d+\.part)+(-journal|-wal|-shm)?$/, '');
  return whole !== name && parseBackupTime(databasePath, whole) !== null;
}

/** Lists the automatic copies of a database, newest first; [] if the folder is missing or unreadable. */
export async function listBackups(folder: string, databasePath: string): Promise<BackupState['files']> {
  const files: BackupState['files'] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const at = parseBackupTime(databasePath, name);
    if (at === null) continue;
    const bytes = await stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    );
    files.push({ name, at, bytes });
  }
  return files.sort((a, b) => b.at - a.at);
}

/** Returns the time between automatic copies, in milliseconds: an hour, a day or a week. */
export function backupIntervalMs({ hourly, daily }: Pick<BackupSettings, 'hourly' | 'daily'>): number {
  if (hourly > 0) return hours(1);
  return daily > 0 ? days(1) : days(7);
}

const firstMonday = days(4);

/** Returns the times of copies to delete: all but the newest, and the last of each kept hour, day and week (UTC). */
export function chooseExpired(
  times: readonly number[],
  { hourly, daily, weekly }: Pick<BackupSettings, 'hourly' | 'daily' | 'weekly'>,
): number[] {
  const newestFirst = [...times].sort((a, b) => b - a);
  const kept = new Set(newestFirst.slice(0, 1));
  const keep = (count: number, periodOf: (time: number) => number) => {
    const periods = new Set<number>();
    for (const time of newestFirst) {
      if (periods.size >= count) return;
      const period = periodOf(time);
      if (!periods.has(period)) kept.add(time);
      periods.add(period);
    }
  };
  keep(hourly, (time) => Math.floor(time / hours(1)));
  keep(daily, (time) => Math.floor(time / days(1)));
  keep(weekly, (time) => Math.floor((time - firstMonday) / days(7)));
  return newestFirst.filter((time) => !kept.has(time));
}
