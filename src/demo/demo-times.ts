import { addBusinessDays, dayOf, startOfDay } from '../server/base/time/business-days.ts';
import { hours, minutes } from '../shared/durations.ts';
import { shiftDay } from '../shared/people/days-away.ts';

export type Calendar = ReturnType<typeof createDemoTimes>;

/** Returns functions that turn days before `now` and a time of day in `timeZone` into milliseconds since 1970. */
export function createDemoTimes(now: number, timeZone: string) {
  const timeOfDay = (time: string) => {
    const [h = 0, m = 0] = time.split(':').map(Number);
    return hours(h) + minutes(m);
  };
  return {
    now,
    day(daysAgo: number, time: string) {
      return startOfDay(shiftDay(dayOf(now, timeZone), -daysAgo), timeZone) + timeOfDay(time);
    },
    workday: (after: number, days: number, time: string) =>
      startOfDay(dayOf(addBusinessDays(after, days, timeZone), timeZone), timeZone) + timeOfDay(time),
    ago: (count: number) => now - hours(count),
    workdaysAgo: (days: number, moreHours = 0) => addBusinessDays(now, -days, timeZone) - hours(moreHours),
    /** Today, however early it is: from 0 (now) to 1 (the start of the day, or nine hours ago if later). */
    today: (part: number) =>
      now - Math.round(part * Math.min(now - startOfDay(dayOf(now, timeZone), timeZone), hours(9))),
  };
}
