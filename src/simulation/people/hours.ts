import { localDay, startOfDay } from '../../server/time/local-days.ts';
import { hours } from '../../shared/durations.ts';

/** Where the business is. */
export const timeZone = 'America/New_York';

/**
 * @param hour of the day, such as 9.5
 * @returns milliseconds since 1970: that hour of the day so many days after a moment's
 */
export function timeOfDay(now: number, daysAhead: number, hour: number): number {
  const today = localDay(now, timeZone);
  return startOfDay({ ...today, day: today.day + daysAhead }, timeZone) + Math.round(hours(hour));
}

/** @returns whether it is Monday to Friday where the business is */
export function isWorkday(time: number): boolean {
  const { year, month, day } = localDay(time, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
