import { addBusinessDays } from '../../src/server/time/business-days.ts';
import { localDay, startOfDay } from '../../src/server/time/local-days.ts';
import { hours, minutes } from '../../src/shared/durations.ts';

export type Calendar = ReturnType<typeof createCalendar>;

export function createCalendar(now: number, timeZone: string) {
  const dayOf = (time: number) => localDay(time, timeZone);
  const timeOfDay = (time: string) => {
    const [h = 0, m = 0] = time.split(':').map(Number);
    return hours(h) + minutes(m);
  };
  return {
    now,
    day(daysAgo: number, time: string) {
      const today = dayOf(now);
      return startOfDay({ ...today, day: today.day - daysAgo }, timeZone) + timeOfDay(time);
    },
    workday: (after: number, days: number, time: string) =>
      startOfDay(dayOf(addBusinessDays(after, days, timeZone)), timeZone) + timeOfDay(time),
    ago: (count: number) => now - hours(count),
    workdaysAgo: (days: number, moreHours = 0) => addBusinessDays(now, -days, timeZone) - hours(moreHours),
    /** Today, however early it is: from 0, now, to 1, when the day or the last nine hours began. */
    today: (part: number) =>
      now - Math.round(part * Math.min(now - startOfDay(dayOf(now), timeZone), hours(9))),
  };
}
