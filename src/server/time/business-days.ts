import { days, hours, minutes, seconds } from '../../shared/durations.ts';

const day = days(1);

/** A reading is due this many business days after the payment (docs/product.md §13). */
export const deliveryBusinessDays = 3;

/**
 * Adds business days, Monday to Friday in the business's time zone (docs/product.md §13). The time of
 * day stays what the clock on the wall there shows, also across a change to or from summer time.
 *
 * @param from milliseconds since 1970
 * @param count how many business days later; earlier, when negative
 * @param timeZone an IANA name such as `America/New_York`
 * @returns milliseconds since 1970
 */
export function addBusinessDays(from: number, count: number, timeZone: string): number {
  const local = from + offset(from, timeZone);
  let shifted = local;
  for (let left = Math.abs(count); left > 0; ) {
    shifted += Math.sign(count) * day;
    if (isBusinessDay(shifted)) left -= 1;
  }
  const guess = shifted - offset(from, timeZone);
  return shifted - offset(guess, timeZone);
}

function isBusinessDay(localTime: number): boolean {
  const weekday = new Date(localTime).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** @returns how far a zone's clocks are ahead of UTC at a moment, in milliseconds */
export function offset(time: number, timeZone: string): number {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formatters.set(timeZone, formatter);
  }
  const name = formatter.formatToParts(time).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name);
  if (!match) return 0;
  const [, sign, h, m, s = 0] = match;
  const size = hours(Number(h)) + minutes(Number(m)) + seconds(Number(s));
  return sign === '-' ? -size : size;
}

/** @returns a date as a person says it: `Wednesday, November 25` */
export function formatDay(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(time);
}
