import { decimalsOf, type MoneyStyle, parseAmount } from './money.ts';

export type TypedAmount = { amountMinor: number; problem: null } | { amountMinor: null; problem: string };

/** `1,234`, `1,234,567` or `1.234,50`: whole part, its grouping sign, and what follows the other sign */
const grouped = /^([1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/;

/**
 * Parses an amount typed in the shop's locale, also `$49,50` or `1.234,50 €`, into minor units. Refuses `1,234`
 * when it could mean 1.234. @param invalid the problem of any other unreadable text
 */
export function readAmount(text: string, style: MoneyStyle, invalid: string): TypedAmount {
  const typed = withoutSymbol(text, style);
  const [, whole = '', sign = '', fraction] = grouped.exec(typed) ?? [];
  const isSingle = fraction === undefined && whole.split(sign).length === 2;
  const isDecimal = whole === '' || (isSingle && sign === decimalSign(style));
  if (!isDecimal && isSingle && decimalsOf(style.currency) > 0) {
    const other = sign === ',' ? 'point' : 'comma';
    const problem = `${typed} could mean two amounts. Write ${whole.replace(sign, '')}, or use a decimal ${other}.`;
    return { amountMinor: null, problem };
  }
  const decimals = fraction === undefined ? '' : `.${fraction}`;
  const plain = isDecimal ? typed.replace(',', '.') : whole.replaceAll(sign, '') + decimals;
  const amountMinor = parseAmount(plain, style.currency);
  return amountMinor === null ? { amountMinor, problem: invalid } : { amountMinor, problem: null };
}

/** Formats an amount in the main unit for a field, with all decimals: `1234,50`, `60,00` */
export function amountText(amount: number, style: MoneyStyle): string {
  return amount.toFixed(decimalsOf(style.currency)).replace('.', decimalSign(style));
}

function partOf({ currency, locale }: MoneyStyle, type: 'decimal' | 'currency'): string {
  const format = new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits: 2 },
    numberingSystem: 'latn',
  });
  return format.formatToParts(1.5).find((part) => part.type === type)?.value ?? '';
}

/** Returns a currency's narrow symbol, as people type it: `$` or `€` */
export function symbolOf(style: MoneyStyle): string {
  return partOf(style, 'currency');
}

/** Returns the sign before the decimals in a locale: a comma or a point. */
export function decimalSign(style: MoneyStyle): string {
  return partOf(style, 'decimal') === ',' ? ',' : '.';
}

/** Drops the currency's symbol or code, and blanks and apostrophes between groups of digits. */
function withoutSymbol(text: string, style: MoneyStyle): string {
  return [symbolOf(style), style.currency.toUpperCase(), style.currency]
    .reduce((rest, symbol) => rest.replace(symbol, ''), text)
    .replace(/(?<=\d)[\s’'](?=\d{3}(?!\d))/g, '')
    .trim();
}

/** Returns a sentence with the two numbers that `1.250` or `1,250` can mean; null if it can mean only one. */
export function ambiguityOf(typed: string): string | null {
  if (!/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(typed)) return null;
  const [whole, decimal] = [typed.replace(/[.,]/, ''), typed.replace(',', '.')];
  return `${typed} can mean ${whole} or ${Number(decimal)}. Write ${whole} for the first, ${decimal}0 for the second.`;
}

/** Parses a typed whole number; null for a blank field, NaN for any other text. */
export function readWholeNumber(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^-?\d+$/.test(typed) ? Number(typed) : Number.NaN;
}
