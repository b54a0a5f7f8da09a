import type { MoneyStyle } from '../money.ts';
import type { FormOffer, Offer } from '../offers/offer-types.ts';
import type { Closed } from './calendar-schema.ts';

/** An offer that can be ordered now. */
export interface OfferOnSale extends Offer, MoneyStyle {
  /** The day by which a reading ordered now arrives: `2026-11-25`, in the business's time zone */
  promisedDay: string;
  closed: Closed | null;
  /** Whether the queue is too long for the usual turnaround: rush add-ons are not sold then. */
  isFull: boolean;
}

/** What an order form needs to know about its offer. */
export interface OrderedOffer extends FormOffer, MoneyStyle, Pick<Offer, 'name' | 'priceMinor' | 'days'> {
  /** Null for the unchanged first offer of a fresh shop: its form has no own questions and names no offer. */
  slug: string | null;
  isFull: boolean;
}

/** Returns the form data of an offer with only the standard questions, without texts: the script stays small. */
export function plainOffer(priceMinor: number, style: MoneyStyle): OrderedOffer {
  const asks = { standardQuestions: true, questions: [], addOns: [] };
  return { ...asks, ...style, slug: null, name: '', priceMinor, days: 3, isFull: false };
}

/** Returns an offer's form data; null on the home page for one with only the standard questions and no add-ons. */
export function toOrderedOffer(offer: OfferOnSale, isHome: boolean): OrderedOffer | null {
  const { slug, name, priceMinor, currency, locale, days, isFull } = offer;
  const { standardQuestions, questions, addOns } = offer;
  if (isHome && standardQuestions && questions.length === 0 && addOns.length === 0) return null;
  return {
    ...{ slug, name, priceMinor, currency, locale, days, isFull },
    standardQuestions,
    questions,
    addOns,
  };
}
