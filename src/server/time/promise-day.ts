import { addBusinessDays, type IsClosed, isBusinessDay } from './business-days.ts';
import { formatIsoDay, localDay } from './local-days.ts';
import { dayAfter } from './period-days.ts';

/** How far ahead a day is looked for: whoever is away for longer, or has more to write, is not reckoned with. */
const horizonDays = 2 * 366;

export interface Promising {
  /** When the payment is made, in milliseconds since 1970. */
  now: number;
  timeZone: string;
  /** How many business days a reading takes at least. */
  businessDays: number;
  isClosed: IsClosed;
  /** How many readings are to be written before this one. */
  queue: number;
  /** How many readings can be written on a business day; null when nobody is there to be reckoned with. */
  capacityOn: ((day: string) => number) | null;
}

/**
 * By which day a reading that is paid for now can be promised: so many business days later, or when those who write
 * have come to it, whichever is later. The day of the payment does not count for either.
 *
 * @returns a business day as `2026-11-25`, where the business is
 */
export function promiseDay(promising: Promising): string {
  const { now, timeZone, businessDays, isClosed } = promising;
  const soonest = formatIsoDay(localDay(addBusinessDays(now, businessDays, timeZone, isClosed), timeZone));
  const written = writtenBy(promising);
  return written > soonest ? written : soonest;
}

/** @returns by when the queue and one more can be written; an empty text when nobody counts */
function writtenBy({ now, timeZone, isClosed, queue, capacityOn }: Promising): string {
  if (!capacityOn) return '';
  const today = localDay(now, timeZone);
  let latest = '';
  let written = 0;
  for (let ahead = 1; ahead <= horizonDays && written <= queue; ahead += 1) {
    const day = formatIsoDay(dayAfter(today, ahead));
    if (!isBusinessDay(day, isClosed)) continue;
    written += capacityOn(day);
    latest = day;
  }
  return latest;
}
