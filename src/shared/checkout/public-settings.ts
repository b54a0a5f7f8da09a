import { currencies } from '../currencies.ts';
import { csvStyles } from '../money.ts';
import { price } from '../offers/offer-schema.ts';
import type { PublicOffer } from '../offers/offer-types.ts';
import { invalidPrice } from '../offers/price.ts';
import { z } from '../zod.ts';
import type { OfferOnSale } from './offer.ts';

const unknownLocale = 'Please choose how amounts are written, such as en-US or de-DE.';

/** `PUT /api/settings/currency`; fields that are left out keep their value. */
export const currencySchema = z.strictObject({
  currency: z
    .string({ error: 'The currency must be a code such as EUR.' })
    .transform((code) => code.trim().toLowerCase())
    .refine((code) => currencies.includes(code), 'Stripe does not charge in this currency.'),
  locale: z
    .string({ error: unknownLocale })
    .refine((locale) => isKnownLocale(locale), unknownLocale)
    .optional(),
  csv: z.enum(csvStyles, { error: `csv is one of ${csvStyles.join(', ')}.` }).optional(),
  /** New prices by offer id: the offer's, then its add-ons'. Without them prices keep their number. */
  prices: z.record(z.string(), z.array(price).min(1, invalidPrice)).optional(),
});
export type CurrencyChange = z.output<typeof currencySchema>;

function isKnownLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

export interface PublicSettings {
  /** In the main unit of the currency */
  price: number;
  publishableKey: string;
  sandbox: boolean;
  promisedDay: OfferOnSale['promisedDay'];
  closed: OfferOnSale['closed'];
  currency: string;
  /** All offers presented to every visitor; left out when there is only one. */
  offers?: PublicOffer[];
}
