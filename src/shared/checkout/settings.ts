import { maximumChargeMinor, parseDollarsToCents } from '../money.ts';
import type { PublicOffer } from '../offers/offers.ts';
import { invalidPrice, malformedPrice, priceProblem, priceTooHigh } from '../offers/price.ts';
import { z } from '../zod.ts';
import type { OfferOnSale } from './offer.ts';

/** `PUT /api/settings/price`: dollars with at most two decimals; becomes minor units. */
export const changePriceSchema = z
  .strictObject({
    price: z
      .number({ error: invalidPrice })
      .min(0, invalidPrice)
      .max(maximumChargeMinor / 100, priceTooHigh),
  })
  .transform(({ price }, context) => {
    const amountMinor = parseDollarsToCents(String(price));
    const problem = amountMinor === null ? malformedPrice : priceProblem(amountMinor);
    if (amountMinor === null || problem) {
      context.addIssue({ code: 'custom', path: ['price'], message: problem ?? malformedPrice });
      return z.NEVER;
    }
    return { priceMinor: amountMinor };
  });

export interface PublicSettings {
  /** Dollars */
  price: number;
  publishableKey: string;
  sandbox: boolean;
  promisedDay: OfferOnSale['promisedDay'];
  closed: OfferOnSale['closed'];
  currency: 'usd';
  /** All that are presented to everybody; left out when there is only one. */
  offers?: PublicOffer[];
}
