import { localDay, startOfDay } from '../../../src/server/time/local-days.ts';
import { hours } from '../../../src/shared/durations.ts';

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

/**
 * @returns how many times as long a staff member waits before they look again as in a shop with three orders a day or
 *   more: in the smallest shops little has come meanwhile
 */
export function patienceIn({ ordersPerDay }: { ordersPerDay: number }): number {
  return Math.min(4, Math.max(1, 3 / ordersPerDay));
}
