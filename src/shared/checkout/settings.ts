import { parseDollarsToCents } from '../money.ts';
import { z } from '../zod.ts';
import type { Closed } from './calendar.ts';
import { highestPrice, priceTextProblem } from './price.ts';

/** `PUT /api/settings/price`: dollars as a number with at most two decimals; becomes whole cents. */
export const changePriceSchema = z
  .strictObject({
    price: z.number({ error: 'Please enter a valid price' }).min(0, 'Please enter a valid price'),
  })
  .transform(({ price }, context) => {
    const cents = parseDollarsToCents(String(price));
    const problem = priceTextProblem(
      String(price),
      `Please enter a valid price with at most two decimals, up to ${highestPrice}.`,
    );
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
  /** By which day a reading that is ordered now is promised: `2026-11-25`, where the business is. */
  promisedDay: string;
  /** Why nothing is sold at present; null when it is. */
  closed: Closed | null;
}
