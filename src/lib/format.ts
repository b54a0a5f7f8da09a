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

/** `2026-11-30` → `Nov 30` */
export const formatDay = (day: string): string => calendarDay.format(new Date(day));
/** `2026-11-30` → `Nov 30, 2026` */
export const formatDate = (day: string): string => calendarDays.format(new Date(day));
/** `Dec 24 – 26, 2026` */
export const formatDays = ({ from, to }: { from: string; to: string }): string =>
  calendarDays.formatRange(new Date(from), new Date(to));
/** `1049.5` → `"$1,049.50"` */
export const formatDollars = (dollars: number): string => dollarsAndCents.format(dollars);
/** `1000` → `"$1,000"` */
export const formatWholeDollars = (dollars: number): string => wholeDollars.format(dollars);
export const formatNumber = (number: number): string => numbers.format(number);

/** Formats an amount with its currency. @param amount in the currency’s smallest unit */
export function formatAmount(amount: number, currency: string): string {
  if (currency === 'usd') return formatCents(amount);
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

export function shorten(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : text;
}

/** Keeps the first and last `length` characters of a long text, with an ellipsis between them. */
export function shortenMiddle(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length <= 2 * length + 1) return text;
  return `${characters.slice(0, length).join('')} … ${characters.slice(-length).join('')}`;
}

/** `reading_submitted` → `"Reading submitted"` */
export function humanize(name: string): string {
  const words = name.replace(/[._-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
