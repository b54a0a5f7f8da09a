import { dayOf, type IsClosed, nextBusinessDay } from './business-days.ts';

/** As far ahead as a day is promised, in business days: a quarter of a year. */
export const maxPromisedBusinessDays = 60;

export interface Promising {
  now: number;
  timeZone: string;
  businessDays: number;
  isClosed: IsClosed;
  /** How many readings are to be written before this one. */
  queue: number;
  /** How many readings can be written on a business day; null when there are no readers. */
  capacityOn: ((day: string) => number) | null;
}

export interface PromisedDay {
  day: string;
  /** Whether the reading can be there by then. When not, the day is the last that would be promised. */
  canBeKept: boolean;
}

/** Returns the first day that is possible: `businessDays` ahead, or later by the queue; 60 business days at most. */
export function promiseDay(promising: Promising): PromisedDay {
  const { now, timeZone, businessDays, isClosed, queue, capacityOn } = promising;
  let day = dayOf(now, timeZone);
  let written = 0;
  for (let ahead = 1; ahead <= maxPromisedBusinessDays; ahead += 1) {
    day = nextBusinessDay(day, isClosed);
    written += capacityOn ? capacityOn(day) : Number.POSITIVE_INFINITY;
    if (ahead >= businessDays && written > queue) return { day, canBeKept: true };
  }
  return { day, canBeKept: false };
}
