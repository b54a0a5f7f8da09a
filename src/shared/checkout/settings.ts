import { maximumChargeCents, minimumChargeCents, parseDollarsToCents } from '../money.ts';
import { z } from '../zod.ts';

/** @returns why a price in cents cannot be asked for, or null when it can (docs/product.md §4) */
export function priceProblem(cents: number): string | null {
  if (cents === 0) return null;
  if (cents < minimumChargeCents) {
    return 'The price may be 0 (a free reading) or at least 0.50: card payments below $0.50 are not possible.';
  }
  if (cents > maximumChargeCents) return 'The price may be at most 999999.99.';
  return null;
}

/** `PUT /api/settings/price`: dollars as a number with at most two decimals; becomes whole cents. */
export const changePriceSchema = z
  .strictObject({
    price: z.number({ error: 'Please enter a valid price' }).min(0, 'Please enter a valid price'),
  })
  .transform(({ price }, context) => {
    const cents = parseDollarsToCents(String(price));
    const problem =
      cents === null
        ? 'Please enter a valid price with at most two decimals, up to 999999.99.'
        : priceProblem(cents);
    if (cents === null || problem) {
      context.addIssue({ code: 'custom', path: ['price'], message: problem ?? 'Please enter a valid price' });
      return z.NEVER;
    }
    return { priceCents: cents };
  });

/** What `GET /api/settings` answers (docs/product.md §11). */
export interface PublicSettings {
  /** Dollars */
  price: number;
  publishableKey: string;
  sandbox: boolean;
}
