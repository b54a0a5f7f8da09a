import { formatCents, maximumChargeCents, minimumChargeCents, parseDollarsToCents } from '../money.ts';

/** The highest price as it is told. */
export const highestPrice = formatCents(maximumChargeCents);

/** @returns why a price in cents cannot be asked for, or null when it can (docs/product.md §4) */
export function priceProblem(cents: number): string | null {
  if (cents === 0) return null;
  if (cents < minimumChargeCents) {
    return 'The price may be 0 (a free reading) or at least 0.50: card payments below $0.50 are not possible.';
  }
  return cents > maximumChargeCents ? `The price may be at most ${highestPrice}.` : null;
}

/**
 * @param text a price in dollars
 * @param malformed what is said of a text that is none
 * @returns why it cannot be asked for, or null when it can
 */
export function priceTextProblem(text: string, malformed: string): string | null {
  const cents = parseDollarsToCents(text);
  if (cents !== null) return priceProblem(cents);
  // More digits than are read.
  const dollars = Number(text);
  return dollars * 100 > maximumChargeCents ? priceProblem(dollars * 100) : malformed;
}
