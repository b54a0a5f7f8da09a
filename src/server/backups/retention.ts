import type { BackupSettings } from '../../shared/backups.ts';
import { days, hours } from '../../shared/durations.ts';

/** The first Monday of Unix time was its fifth day. */
const firstMonday = days(4);

/** How long the pauses between copies are, in milliseconds: as short as what is kept of them. */
export function backupPause({ hourly, daily }: Pick<BackupSettings, 'hourly' | 'daily'>): number {
  if (hourly > 0) return hours(1);
  return daily > 0 ? days(1) : days(7);
}

/**
 * Chooses what may be deleted: the last copy of each of the newest hours, days and weeks (Monday to Sunday, by UTC) is
 * kept, of as many as there are copies of. A service that stood still for months deletes none of the old ones for that,
 * and the newest copy stays whatever is set.
 *
 * @param times when the copies were begun, in milliseconds
 * @returns those of the copies that nothing keeps
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
