import { maximumChargeCents, minimumChargeCents } from '../money.ts';

/** @returns why a price in cents cannot be asked for, or null when it can (docs/product.md §4) */
export function priceProblem(cents: number): string | null {
  if (cents === 0) return null;
  if (cents < minimumChargeCents) {
    return 'The price may be 0 (a free reading) or at least 0.50: card payments below $0.50 are not possible.';
  }
  if (cents > maximumChargeCents) return 'The price may be at most 999999.99.';
  return null;
}
