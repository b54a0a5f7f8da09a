import { toMajor } from '../money.ts';
import { foldText } from '../text.ts';

export const questionKinds = ['choice', 'text', 'longText', 'date', 'number', 'yesNo'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const offerVisibilities = ['shown', 'hidden', 'archived'] as const;
export type OfferVisibility = (typeof offerVisibilities)[number];

export const offerLimits = {
  offers: 20,
  questions: 20,
  choices: 20,
  addOns: 5,
  days: 30,
  words: 5_000,
  nameCharacters: 80,
  slugCharacters: 60,
  summaryCharacters: 200,
  textCharacters: 5_000,
  ownTextCharacters: 20_000,
  labelCharacters: 200,
  helpCharacters: 300,
} as const;

/** A question of the order form, written by the owner. The server makes its id, which never changes. */
export interface IntakeQuestion {
  id: string;
  kind: QuestionKind;
  label: string;
  help: string;
  required: boolean;
  /** The choices; only for a `choice`. */
  choices?: string[] | undefined;
}

export interface AddOn {
  id: string;
  name: string;
  priceMinor: number;
  /** Business days to delivery instead of the offer's, for a rush order. */
  days?: number | undefined;
  /** A required question for an add-on that is one more question to the reader. */
  asks?: string | undefined;
}

/** A product of the shop: its price, its turnaround and its order form. */
export interface Offer {
  id: string;
  /** The last part of its address: `/readings/three-cards`. */
  slug: string;
  /** Its earlier addresses, which redirect to the current one. */
  oldSlugs: string[];
  name: string;
  /** One sentence for lists. */
  summary: string;
  text: string;
  /** Its own questions and sample, in the formats of the shop's; '' shows the shop's, if they fit this offer. */
  faq: string;
  sample: string;
  /** The address of its own picture, or null. */
  picture: string | null;
  priceMinor: number;
  /** The shop's currency, in which all its prices are. */
  currency: string;
  /** Business days from payment to delivery. */
  days: number;
  /** The lower end of the recommended length; the upper one is twice as much. */
  words: number;
  visibility: OfferVisibility;
  /** Whether the form asks the four questions of `readingType`. */
  standardQuestions: boolean;
  /** Whether only customers with a delivered reading can order it. */
  returningOnly: boolean;
  questions: IntakeQuestion[];
  addOns: AddOn[];
  /** When its price or that of an add-on last changed, in milliseconds since 1970. */
  pricedAt: number;
  /** Rises with each change. */
  version: number;
}

/** The offer of a fresh database (docs/product.md §4), which orders from before offers existed refer to. */
export const standardOffer: Offer = {
  id: 'standard',
  slug: 'personal-reading',
  oldSlugs: [],
  name: 'Personal written reading',
  summary: 'A personal tarot reading on your career question, written for you and sent by email.',
  text: '',
  faq: '',
  sample: '',
  picture: null,
  priceMinor: 6_000,
  currency: 'usd',
  days: 3,
  words: 500,
  visibility: 'shown',
  standardQuestions: true,
  returningOnly: false,
  questions: [],
  addOns: [],
  pricedAt: 0,
  version: 1,
};

/**
 * Returns whether an offer still has the standard offer's name, days, words and questions; the default texts of the
 * site describe such an offer in the specification's words.
 */
export function isSpecified({
  name,
  days,
  words,
  standardQuestions,
}: Pick<Offer, 'name' | 'days' | 'words' | 'standardQuestions'>): boolean {
  const { name: specified, days: specifiedDays, words: specifiedWords } = standardOffer;
  return standardQuestions && name === specified && days === specifiedDays && words === specifiedWords;
}

/** The questions of an offer's order form. */
export type FormOffer = Pick<Offer, 'standardQuestions' | 'questions' | 'addOns'>;

/** An offer in the admin's API; prices are in the main unit of the shop's currency. */
export type OfferAnswer = Omit<Offer, 'priceMinor' | 'currency' | 'pricedAt' | 'oldSlugs' | 'addOns'> & {
  price: number;
  addOns: (Omit<AddOn, 'priceMinor'> & { price: number })[];
};

/** An offer in `GET /api/settings`, which anyone may call. */
export type PublicOffer = Pick<
  OfferAnswer,
  'slug' | 'name' | 'summary' | 'price' | 'days' | 'questions' | 'addOns'
>;

export function presentOffer({
  priceMinor,
  currency,
  pricedAt: _,
  oldSlugs: _old,
  addOns,
  ...offer
}: Offer): OfferAnswer {
  return {
    ...offer,
    price: toMajor(priceMinor, currency),
    addOns: addOns.map(({ priceMinor, ...addOn }) => ({ ...addOn, price: toMajor(priceMinor, currency) })),
  };
}

export function presentPublicOffer(offer: Offer): PublicOffer {
  const { slug, name, summary, price, days, questions, addOns } = presentOffer(offer);
  return { slug, name, summary, price, days, questions, addOns };
}

/** Makes a slug from a name: `Große Legung!` becomes `grosse-legung`; '' when no letter or digit is left. */
export function slugOf(name: string): string {
  return foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, offerLimits.slugCharacters)
    .replace(/^-+|-+$/g, '');
}

/** Finds an offer by its slug, else by an earlier slug; ignores case. */
export function offerAt<Of extends Pick<Offer, 'slug' | 'oldSlugs'>>(
  offers: readonly Of[],
  address: string,
): Of | undefined {
  const asked = address.toLowerCase();
  return offers.find(({ slug }) => slug === asked) ?? offers.find(({ oldSlugs }) => oldSlugs.includes(asked));
}

/** Returns whether an offer is listed for every visitor: shown, and not only for returning customers. */
export function isPresented(offer: Pick<Offer, 'visibility' | 'returningOnly'>): boolean {
  return offer.visibility === 'shown' && !offer.returningOnly;
}

/** Formats a recommended length as a range up to its double: `500-1000 words`. */
export function lengthText(words: number): string {
  return `${words}-${2 * words} words`;
}

/** Returns the path of an offer's page: `/` if only this offer is listed for every visitor. */
export function offerPath({ slug }: Pick<Offer, 'slug'>, onSale: readonly Offer[]): string {
  const presented = onSale.filter(isPresented);
  return presented.length === 1 && presented[0]?.slug === slug ? '/' : `/readings/${slug}`;
}
