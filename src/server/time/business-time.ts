import { type IsClosed, isBusinessDay } from './business-days.ts';
import { formatIsoDay, localDay, startOfDay } from './local-days.ts';

/** When somebody works. */
export interface WorkingDays {
  /** An IANA name such as `America/New_York` */
  timeZone: string;
  isClosed: IsClosed;
}

/**
 * Moves a due date by the time during which nothing could be done: by as much of it as fell on business days, of which
 * each counts from midnight to midnight. Waiting over a weekend or closed days moves nothing, from Friday noon to Monday noon moves
 * a day's length. The longer somebody waited the later it is, it is never earlier than before, and once moved it falls
 * on a business day.
 *
 * @param dueAt what is moved; this and the rest in milliseconds since 1970
 * @param from when the waiting began
 * @param until when it ended; nothing is moved when that is before
 */
export function moveByBusinessTime(dueAt: number, from: number, until: number, days: WorkingDays): number {
  let left = businessTimeBetween(from, until, days);
  if (left === 0) return dueAt;
  let time = dueAt;
  for (;;) {
    const { isOpen, end } = dayAt(time, days);
    if (isOpen && left < end - time) return time + left;
    if (isOpen) left -= end - time;
    time = end;
  }
}

/** @returns how much of the time between two moments falls on business days, in milliseconds */
function businessTimeBetween(from: number, until: number, days: WorkingDays): number {
  let sum = 0;
  for (let time = from; time < until; ) {
    const { isOpen, end } = dayAt(time, days);
    if (isOpen) sum += Math.min(end, until) - time;
    time = end;
  }
  return sum;
}

/** @returns whether the day of a moment is a business day, and when it ends */
function dayAt(time: number, { timeZone, isClosed }: WorkingDays): { isOpen: boolean; end: number } {
  const day = localDay(time, timeZone);
  return {
    isOpen: isBusinessDay(formatIsoDay(day), isClosed),
    end: startOfDay({ ...day, day: day.day + 1 }, timeZone),
  };
}
