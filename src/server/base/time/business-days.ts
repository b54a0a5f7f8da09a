import { Temporal } from 'temporal-polyfill';
import { shiftDay } from '../../../shared/people/days-away.ts';

/** Whether the business is closed on a day, such as `2026-11-25`, beyond its weekends. */
export type IsClosed = (day: string) => boolean;

const neverClosed: IsClosed = () => false;

/** The most days in a row that a shop can be closed; after them every weekday counts. */
const longestClosed = 3 * 366;

/** Returns the first business day after a day; with `step` -1, the last one before it. */
export function nextBusinessDay(day: string, isClosed: IsClosed, step: 1 | -1 = 1): string {
  let next = shiftDay(day, step);
  for (let walked = 1; !isBusinessDay(next, walked < longestClosed ? isClosed : neverClosed); walked += 1)
    next = shiftDay(next, step);
  return next;
}

/** Adds business days (subtracts if negative, returns `from` for 0) at the same local time (docs/product.md §13). */
export function addBusinessDays(
  from: number,
  count: number,
  timeZone: string,
  isClosed: IsClosed = neverClosed,
): number {
  if (count === 0) return from;
  let day = dayOf(from, timeZone);
  for (let left = Math.abs(count); left > 0; left -= 1)
    day = nextBusinessDay(day, isClosed, count > 0 ? 1 : -1);
  return atTimeOfDay(day, from, timeZone);
}

/** Returns the day at a moment in a time zone, as `2026-11-25`. */
export function dayOf(time: number, timeZone: string): string {
  return zonedTime(time, timeZone).toPlainDate().toString();
}

/** Returns the day in the business's time zone, now or at a moment, as `2026-11-25`. */
export function businessDay(
  { clock, config }: { clock: { now(): number }; config: { businessTimeZone: string } },
  at = clock.now(),
): string {
  return dayOf(at, config.businessTimeZone);
}

export function isBusinessDay(date: string, isClosed: IsClosed): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isClosed(date);
}

/** Returns the moment on `date` with the local clock time of `time`. A skipped time moves forward by the gap. */
export function atTimeOfDay(date: string, time: number, timeZone: string): number {
  const plainTime = zonedTime(time, timeZone).toPlainTime();
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}

/** Returns when a day begins, in milliseconds: 1 AM where clocks skip midnight. */
export function startOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
}

function zonedTime(time: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
}

/** Returns `Wednesday, November 25`, or `Monday, January 4, 2027` if the year is not that of `now`. */
export function formatDay(time: number, timeZone: string, now = time): string {
  const yearOf = (moment: number) => dayOf(moment, timeZone).slice(0, 'yyyy'.length);
  const year = yearOf(time) === yearOf(now) ? undefined : 'numeric';
  const format = { timeZone, weekday: 'long', month: 'long', day: 'numeric', year } as const;
  return new Intl.DateTimeFormat('en-US', format).format(time);
}

export function formatDate(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(time);
}

export interface WorkingDays {
  timeZone: string;
  isClosed: IsClosed;
}

/** Moves a due date later by the business time between `from` and `until`, to a business day; unchanged without any. */
export function moveByBusinessTime(dueAt: number, from: number, until: number, days: WorkingDays): number {
  let left = businessTimeBetween(from, until, days);
  if (left === 0) return dueAt;
  let stretch = stretchAt(dueAt, days);
  while (left >= stretch.end - stretch.from) {
    left -= stretch.end - stretch.from;
    stretch = stretchAt(stretch.end, days);
  }
  return stretch.from + left;
}

function businessTimeBetween(from: number, until: number, days: WorkingDays): number {
  let sum = 0;
  for (let stretch = stretchAt(from, days); stretch.from < until; stretch = stretchAt(stretch.end, days))
    sum += Math.min(stretch.end, until) - stretch.from;
  return sum;
}

/** Returns the rest of a moment's business day, or the whole next one if that day is not a business day. */
function stretchAt(time: number, { timeZone, isClosed }: WorkingDays): { from: number; end: number } {
  const today = dayOf(time, timeZone);
  const isOpen = isBusinessDay(today, isClosed);
  const day = isOpen ? today : nextBusinessDay(today, isClosed);
  return {
    from: isOpen ? time : startOfDay(day, timeZone),
    end: startOfDay(shiftDay(day, 1), timeZone),
  };
}
