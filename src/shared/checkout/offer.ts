import type { MoneyStyle } from '../money.ts';
import type { FormOffer, Offer } from '../offers/offer-types.ts';
import type { Closed } from './calendar-schema.ts';

/** An offer as it can be ordered now. */
export interface OfferOnSale extends Offer, MoneyStyle {
  /** The day by whose end a reading ordered now arrives: `2026-11-25`, where the business is */
  promisedDay: string;
  closed: Closed | null;
  /** Whether the queue is so long that the usual time cannot be kept: rush add-ons are not sold then. */
  isFull: boolean;
}

/** What the order form knows of its offer. */
export interface OrderedOffer extends FormOffer, MoneyStyle, Pick<Offer, 'name' | 'priceMinor' | 'days'> {
  /** Null for the first offer as it is in a fresh shop: its form asks nothing of its own, and names no offer. */
  slug: string | null;
  isFull: boolean;
}

/** Returns what the form of a fresh shop's offer knows, without the offer's texts, which the page would load. */
export function plainOffer(priceMinor: number, style: MoneyStyle): OrderedOffer {
  const asks = { standardQuestions: true, questions: [], addOns: [] };
  return { ...asks, ...style, slug: null, name: '', priceMinor, days: 3, isFull: false };
}

/** Returns what the form of an offer has to know; null on the home page when that is what every form knows. */
export function ordered(offer: OfferOnSale, isHome: boolean): OrderedOffer | null {
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
