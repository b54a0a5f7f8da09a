import { formatCents } from '../shared/money.ts';

const calendarDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const calendarDays = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const dollarsAndCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const numbers = new Intl.NumberFormat('en-US');

export { readingTypeNames } from '../shared/orders/reading-types.ts';

/** @returns a day that is the same everywhere, such as `2026-11-30`: `Nov 30` */
export function formatDay(day: string): string {
  return calendarDay.format(new Date(day));
}

/** @returns days that are the same everywhere: `Dec 24 – 26, 2026` */
export function formatDays({ from, to }: { from: string; to: string }): string {
  return calendarDays.formatRange(new Date(from), new Date(to));
}

/** @returns an amount of the API (dollars) with both decimals: `1049.5` → `"$1,049.50"` */
export function formatDollars(dollars: number): string {
  return dollarsAndCents.format(dollars);
}

/** @returns dollars without cents, for the values of an axis: `1000` → `"$1,000"` */
export function formatWholeDollars(dollars: number): string {
  return wholeDollars.format(dollars);
}

/** @returns a number as it is read: `12345` → `"12,345"` */
export function formatNumber(number: number): string {
  return numbers.format(number);
}

/**
 * @param amount in the currency's smallest unit
 * @param currency its ISO 4217 code, in any case
 */
export function formatAmount(amount: number, currency: string): string {
  if (currency === 'usd') return formatCents(amount);
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** @returns the first `length` characters and an ellipsis, or the whole text when it is short enough */
export function shorten(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : text;
}

/** @returns the first and the last `length` characters with an ellipsis between, or the whole text */
export function shortenMiddle(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length <= 2 * length + 1) return text;
  return `${characters.slice(0, length).join('')} … ${characters.slice(-length).join('')}`;
}

/** @returns an event's or actor's name as words: `reading_submitted` → `"Reading submitted"` */
export function humanize(name: string): string {
  const words = name.replace(/[._-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
