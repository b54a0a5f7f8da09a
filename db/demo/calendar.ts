import { addBusinessDays } from '../../src/server/time/business-days.ts';
import { localDay, startOfDay } from '../../src/server/time/local-days.ts';
import { hours, minutes } from '../../src/shared/durations.ts';

/** Moments of the month that ends now, in milliseconds since 1970. */
export interface Calendar {
  now: number;
  /** So many days ago, at a time of the business's day such as `08:30`. */
  day(daysAgo: number, time: string): number;
  /** At a time of the day that is so many business days after a moment. */
  workday(after: number, days: number, time: string): number;
  ago(hours: number): number;
  /** So many business days before now, and some hours more. */
  workdaysAgo(days: number, hours?: number): number;
  /** Today, however early it is: from 0, now, to 1, when the day or the last nine hours began. */
  today(part: number): number;
}

/** @param timeZone the business's */
export function createCalendar(now: number, timeZone: string): Calendar {
  const dayOf = (time: number) => localDay(time, timeZone);
  const timeOfDay = (time: string) => {
    const [h = 0, m = 0] = time.split(':').map(Number);
    return hours(h) + minutes(m);
  };
  return {
    now,
    day(daysAgo, time) {
      const today = dayOf(now);
      return startOfDay({ ...today, day: today.day - daysAgo }, timeZone) + timeOfDay(time);
    },
    workday: (after, days, time) =>
      startOfDay(dayOf(addBusinessDays(after, days, timeZone)), timeZone) + timeOfDay(time),
    ago: (count) => now - hours(count),
    workdaysAgo: (days, more = 0) => addBusinessDays(now, -days, timeZone) - hours(more),
    // Whole milliseconds: early in the day they are a part of few.
    today: (part) => now - Math.round(part * Math.min(now - startOfDay(dayOf(now), timeZone), hours(9))),
  };
}
