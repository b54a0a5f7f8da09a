import {
  formatCents,
  maximumChargeCents,
  minimumChargeCents,
  readAmount,
  type TypedAmount,
} from '../money.ts';

export const invalidPrice = 'Please enter a valid price';

const highestPrice = formatCents(maximumChargeCents);
export const priceTooHigh = `The price may be at most ${highestPrice}.`;
export const malformedPrice = `${invalidPrice} with at most two decimals, up to ${highestPrice}.`;

/** Returns why a price in cents is not possible, null when it is (docs/product.md §4). */
export function priceProblem(cents: number): string | null {
  if (cents === 0) return null;
  if (cents < minimumChargeCents) {
    return 'The price may be 0 (a free reading) or at least 0.50: card payments below $0.50 are not possible.';
  }
  return cents > maximumChargeCents ? priceTooHigh : null;
}

/** Reads a typed price. @returns its cents, or the problem of one that is unreadable or not possible */
export function readPrice(text: string): TypedAmount {
  const amount = readAmount(text, invalidPrice);
  const problem = amount.cents === null ? null : priceProblem(amount.cents);
  return problem === null ? amount : { cents: null, problem };
}
