import { shiftDay } from '../../../shared/people/days-away.ts';
import { dayOf, type IsClosed, isBusinessDay, nextBusinessDay, startOfDay } from './business-days.ts';

export interface WorkingDays {
  timeZone: string;
  isClosed: IsClosed;
}

/** Moves a due date by the part of a wait that fell on business days; it then falls on one, and never earlier. */
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

/** @returns what is left of the business day of a moment, or all of the next one when it lies on none */
function stretchAt(time: number, { timeZone, isClosed }: WorkingDays): { from: number; end: number } {
  const today = dayOf(time, timeZone);
  const isOpen = isBusinessDay(today, isClosed);
  const day = isOpen ? today : nextBusinessDay(today, isClosed);
  return {
    from: isOpen ? time : startOfDay(day, timeZone),
    end: startOfDay(shiftDay(day, 1), timeZone),
  };
}
