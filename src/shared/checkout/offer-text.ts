import { joinDateParts } from '../date-parts.ts';
import type { Closed } from './calendar-schema.ts';

/** Formats a day as `Wednesday, November 25`; adds the year if `now` is in another year. */
export function longDayText(day: string, now = Date.parse(day)): string {
  const date = new Date(day);
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: date.getUTCFullYear() === new Date(now).getUTCFullYear() ? undefined : 'numeric',
  });
  return joinDateParts(format.formatToParts(date));
}

/** Formats a day as `Mon, Dec 7`. */
export function shortDayText(day: string): string {
  const format = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Date(day).toLocaleDateString('en-US', format);
}

/** Returns when sales reopen, or without a day why they are closed, as a sentence without its period. */
export function salesClosedText({ until, reason }: Closed, now: number): string {
  if (until) return `We’ll be back on ${longDayText(until, now)}`;
  return reason === 'closed' ? 'We aren’t taking new orders right now' : 'We’re fully booked right now';
}
