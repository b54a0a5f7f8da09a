import type { BackupSettings } from '../../shared/backups.ts';
import { days, hours } from '../../shared/durations.ts';

/** The first Monday of Unix time was January 5, 1970. */
const firstMonday = days(4);

/** The pause between copies, in milliseconds: as short as the finest step that is kept. */
export function backupPause({ hourly, daily }: Pick<BackupSettings, 'hourly' | 'daily'>): number {
  if (hourly > 0) return hours(1);
  return daily > 0 ? days(1) : days(7);
}

/**
 * Chooses which copies may be deleted. It keeps the last copy of each of the newest hours, days and weeks (Monday to
 * Sunday, UTC) that have copies, so that a service that stood still for months loses no old ones. The newest copy
 * always stays.
 *
 * @param times when the copies were begun, in milliseconds
 * @returns the times of the copies that may go
 */
export function chooseSuperfluous(
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
