import type { Closed } from './calendar.ts';

/**
 * @param now when it is said, in milliseconds since 1970; left out, the year is clear
 * @returns a day such as `2026-11-25` as a person says it: `Wednesday, November 25`, and of another year than this one
 *   `Monday, January 4, 2027`
 */
export function dayWords(day: string, now = Date.parse(day)): string {
  const date = new Date(day);
  return date.toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: date.getUTCFullYear() === new Date(now).getUTCFullYear() ? undefined : 'numeric',
  });
}

/** @returns a day where there is little room: `Mon, Dec 7` */
export function shortDayWords(day: string): string {
  const format = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Date(day).toLocaleDateString('en-US', format);
}

/** @returns when something is sold again, in place of the form */
export function closedWords({ until, reason }: Closed, now: number): string {
  if (until) return `We’re back on ${dayWords(until, now)}`;
  return reason === 'closed' ? 'We aren’t taking new orders right now' : 'We’re fully booked right now';
}

/**
 * @param dollars what a reading costs
 * @param text the same as it is written, such as `$60`
 * @returns the price as the page around the form says it
 */
export function offeredPrice(dollars: number, text: string): string {
  return dollars ? `${text} USD` : 'free';
}
