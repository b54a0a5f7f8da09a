import { joinDateParts } from '../shared/date-parts.ts';
import {
  csvStyles,
  defaultMoneyStyle,
  formatMajor,
  formatMoney,
  formatPrice,
  type MoneyStyle,
  toMinor,
} from '../shared/money.ts';

const calendarDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const calendarDays = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const numbers = new Intl.NumberFormat('en-US');

/** `2026-11-30` → `Nov 30` */
export const formatDay = (day: string): string => calendarDay.format(new Date(day));
/** `2026-11-30` → `Nov 30, 2026` */
export const formatDate = (day: string): string => joinDateParts(calendarDays.formatToParts(new Date(day)));
/** `Dec 24 – 26, 2026` */
export const formatDays = ({ from, to }: { from: string; to: string }): string =>
  joinDateParts(calendarDays.formatRangeToParts(new Date(from), new Date(to)));
/** Formats a number in English, whatever the shop's locale: `1,234` */
export const formatNumber = (number: number): string => numbers.format(number);

/** Returns the shop's money style as written into the page (layouts/Document.astro), or else the default. */
export function shopMoney(): MoneyStyle {
  const { currency, locale, csv } = globalThis.document?.documentElement.dataset ?? {};
  const style = csvStyles.find((known) => known === csv) ?? 'locale';
  return currency && locale ? { currency, locale, csv: style } : defaultMoneyStyle;
}

/** Stores an admin's new money style in the page, for amounts formatted from then on. */
export function showMoneyAs(style: MoneyStyle): void {
  Object.assign(document.documentElement.dataset, style);
}

/** Formats an amount in the main unit: `$1,049.50` or `1.049,50 €` */
export const formatAmount = (amount: number, currency: string): string =>
  formatMajor(amount, { currency, locale: shopMoney().locale });

/** Formats main units without `.00`: `1000` → `$1,000`. Negative amounts and those with too many decimals become 0. */
export const formatWholeAmount = (amount: number, currency: string): string =>
  formatPrice(toMinor(amount, currency) ?? 0, currency, shopMoney().locale);

/** Formats an amount in minor units. */
export const formatMinor = (amountMinor: number, currency: string): string =>
  formatMoney(amountMinor, currency, shopMoney().locale);

/** Cuts a text after `length` characters and adds an ellipsis; a text that fits stays as it is. */
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
