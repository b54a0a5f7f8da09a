/** An amount in whole minor units of its currency (cents, yen, fils), as Stripe counts them. */
export interface Money {
  amountMinor: number;
  /** ISO 4217 in lower case */
  currency: string;
}

/** How a shop writes amounts. */
export interface MoneyStyle {
  currency: string;
  /** BCP 47: `de-DE` */
  locale: string;
  /** The separators of spreadsheet files; by default the locale's. */
  csv?: CsvStyle | undefined;
}

export const csvStyles = ['locale', 'comma', 'semicolon'] as const;
export type CsvStyle = (typeof csvStyles)[number];

export const defaultMoneyStyle: MoneyStyle = { currency: 'usd', locale: 'en-US' };

/** The digits an amount may have (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const chargeDigits: Record<string, number> = { idr: 12, cop: 10, inr: 9 };

export function maximumChargeMinor(currency: string): number {
  return 10 ** (chargeDigits[currency] ?? 8) - 1;
}

/** Currencies with other decimals at Stripe than in Intl (docs.stripe.com/currencies#special-cases). */
const stripeDecimals: Record<string, number> = Object.fromEntries([
  ...'afn all amd cop crc huf idr isk lak lbp mmk pkr rsd sos std tzs ugx uzs yer'
    .split(' ')
    .map((currency) => [currency, 2]),
  ['mga', 0],
]);

/** Minor units that are charged only in whole steps (https://docs.stripe.com/currencies#special-cases). */
const chargeSteps: Record<string, number> = {
  ...{ isk: 100, ugx: 100 },
  ...{ bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 },
};

/** Returns the minor units of which every charge in a currency is a multiple; mostly 1. */
export function chargeStep(currency: string): number {
  return chargeSteps[currency] ?? 1;
}

/** Formats are cached: building one takes longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { numberingSystem: 'latn', ...options });
  formats.set(key, format);
  return format;
}

function shownDecimals(currency: string): number {
  return formatOf('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Returns how many decimals Stripe's amounts have in a currency: 2 for USD, 0 for JPY. Intl's can differ. */
export function decimalsOf(currency: string): number {
  return stripeDecimals[currency] ?? shownDecimals(currency);
}

/** Converts minor units into the main unit: 4950 cents are 49.5 dollars. */
export function toMajor(amountMinor: number, currency: string): number {
  return amountMinor / 10 ** decimalsOf(currency);
}

/** Converts the main unit into minor units; null if negative or with too many decimals. */
export function toMinor(amount: number, currency: string): number | null {
  return parseAmount(String(amount), currency);
}

/** Parses `"60"`, `"49.5"` or `"0.50"` into minor units; null if not an amount of the currency. */
export function parseAmount(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  if (!whole || fraction.length > decimals) return null;
  return Number(whole + fraction.padEnd(decimals, '0'));
}

export function isSameMoney(a: Money, b: Money): boolean {
  return a.amountMinor === b.amountMinor && a.currency === b.currency;
}

/** Formats an amount as `$49.50`, `49,50 €` or `¥6,000`. */
export function formatMoney(amountMinor: number, currency: string, locale = 'en-US'): string {
  return formatMajor(toMajor(amountMinor, currency), { currency, locale });
}

/** Formats an amount in the main unit as `formatMoney` does. */
export function formatMajor(amount: number, { currency, locale }: MoneyStyle): string {
  const minimumFractionDigits = shownDecimals(currency);
  const maximumFractionDigits = Math.max(minimumFractionDigits, decimalsOf(currency));
  return formatOf(locale, {
    ...{ style: 'currency', currency, minimumFractionDigits, maximumFractionDigits },
  }).format(amount);
}

/** Formats a price without decimals when they are zero: `$60`, but `$49.50`. */
export function formatPrice(amountMinor: number, currency: string, locale = 'en-US'): string {
  const amount = toMajor(amountMinor, currency);
  if (!Number.isInteger(amount)) return formatMoney(amountMinor, currency, locale);
  return formatOf(locale, { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount);
}

/** Appends the currency's code to an amount with a dollar sign, which many currencies share: `$60 USD`. */
export function withCode(formatted: string, currency: string): string {
  return formatted.includes('$') ? `${formatted} ${currency.toUpperCase()}` : formatted;
}

/** Formats a price as `$60 USD` or `60 €`, 0 as `free`. */
export function offeredPrice(amountMinor: number, { currency, locale }: MoneyStyle): string {
  return amountMinor ? withCode(formatPrice(amountMinor, currency, locale), currency) : 'free';
}

/** Ends a sentence with a period, unless its last amount ends with one: `2,50 kr.` */
export function endSentence(words: string): string {
  return /\.\p{Cf}*$/u.test(words) ? words : `${words}.`;
}

/** Formats an amount for programs: 4950 cents are `"49.50"`. */
export function formatDecimal(amountMinor: number, currency: string): string {
  return toMajor(amountMinor, currency).toFixed(decimalsOf(currency));
}
