import { decimalsText, minimumChargeMinor } from '../currencies.ts';
import {
  chargeStep,
  endSentence,
  formatMoney,
  type MoneyStyle,
  maximumChargeMinor,
  parseAmount,
  toMajor,
  toMinor,
} from '../money.ts';
import { amountText, type TypedAmount } from '../typed-numbers.ts';

export const invalidPrice = 'Please enter a valid price';

/** Formats the smallest price above 0 as it is typed: `0,50`. */
export function leastPrice(style: MoneyStyle): string {
  return amountText(toMajor(minimumChargeMinor(style.currency), style.currency), style);
}

/** Returns why a price in minor units is not allowed, or null; 0 is allowed (docs/product.md §4). */
export function priceProblem(amountMinor: number, style: MoneyStyle): string | null {
  if (amountMinor === 0) return null;
  const { currency, locale } = style;
  const shown = (minor: number) => formatMoney(minor, currency, locale);
  const minimum = minimumChargeMinor(currency);
  if (amountMinor < minimum) {
    return `The price may be 0 (a free reading) or at least ${leastPrice(style)}: card payments below ${shown(minimum)} are not possible.`;
  }
  const maximum = maximumChargeMinor(currency);
  if (amountMinor > maximum) return endSentence(`The price may be at most ${shown(maximum)}`);
  const step = chargeStep(currency);
  return amountMinor % step === 0
    ? null
    : endSentence(`Card payments are possible in steps of ${shown(step)}`);
}

/** Parses a number field's value, such as `6.50`, into minor units, or returns the problem of an invalid price. */
export function readPrice(text: string, style: MoneyStyle): TypedAmount {
  const amountMinor = parseAmount(text, style.currency);
  return amountMinor === null
    ? { amountMinor, problem: invalidPrice }
    : checked({ amountMinor, problem: null }, style);
}

/** Converts a price in the main unit into minor units, or returns the problem of an invalid price. */
export function toPrice(price: number, style: MoneyStyle): TypedAmount {
  const amountMinor = toMinor(price, style.currency);
  if (amountMinor !== null) return checked({ amountMinor, problem: null }, style);
  const highest = formatMoney(maximumChargeMinor(style.currency), style.currency, style.locale);
  const problem = endSentence(`${invalidPrice} with ${decimalsText(style.currency)}, up to ${highest}`);
  return { amountMinor: null, problem };
}

function checked(amount: TypedAmount, style: MoneyStyle): TypedAmount {
  const problem = amount.amountMinor === null ? null : priceProblem(amount.amountMinor, style);
  return problem === null ? amount : { amountMinor: null, problem };
}
