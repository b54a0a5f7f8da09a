import {
  formatCents,
  maximumChargeMinor,
  minimumChargeMinor,
  readAmount,
  type TypedAmount,
} from '../money.ts';

export const invalidPrice = 'Please enter a valid price';

const highestPrice = formatCents(maximumChargeMinor);
export const priceTooHigh = `The price may be at most ${highestPrice}.`;
export const malformedPrice = `${invalidPrice} with at most two decimals, up to ${highestPrice}.`;

/** Returns why a price in minor units is not possible, null when it is (docs/product.md §4). */
export function priceProblem(amountMinor: number): string | null {
  if (amountMinor === 0) return null;
  if (amountMinor < minimumChargeMinor) {
    return 'The price may be 0 (a free reading) or at least 0.50: card payments below $0.50 are not possible.';
  }
  return amountMinor > maximumChargeMinor ? priceTooHigh : null;
}

/** Reads a typed price. @returns its minor units, or the problem of one that is unreadable or not possible */
export function readPrice(text: string): TypedAmount {
  const amount = readAmount(text, invalidPrice);
  const problem = amount.amountMinor === null ? null : priceProblem(amount.amountMinor);
  return problem === null ? amount : { amountMinor: null, problem };
}
