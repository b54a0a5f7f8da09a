import { ownWordsIn, type ShownAnswer } from '../offers/offer-answers.ts';
import { standardOffer } from '../offers/offer-types.ts';
import { type ReadingType, readingTypeLabels, readingTypeNames } from './order-form.ts';

/* Separate from order-form.ts, which the checkout loads. */

interface Asked {
  readingType: ReadingType;
  customQuestion: string | null;
  offer: { name: string };
}

/**
 * Returns an order's question: its reading type's, or in own words; else its offer's name, or `No question
 * specified` for the standard name.
 */
export function questionOf(order: Asked): string {
  return order.readingType === 'other'
    ? (order.customQuestion ?? (hasStandardName(order.offer) ? 'No question specified' : order.offer.name))
    : readingTypeLabels[order.readingType];
}

/** Returns whether an offer has the standard offer's name, which pages leave out. */
export function hasStandardName(offer: { name: string }): boolean {
  return offer.name === standardOffer.name;
}

/** Returns the offer's name to show beside `questionOf`; null for the standard name, or if both are the same. */
export function offerBeside(order: Asked): string | null {
  return hasStandardName(order.offer) || order.offer.name === questionOf(order) ? null : order.offer.name;
}

/** Returns the kind of reading ordered: `Career path`, `Long letter · Career path`, `Three cards`. */
export function kindOf(order: Asked): string {
  const kind = readingTypeNames[order.readingType];
  if (hasStandardName(order.offer)) return kind;
  return offerBeside(order) ? `${order.offer.name} · ${kind}` : order.offer.name;
}

/** Returns a question for a row: the reading type's name, else the customer's own words, else `questionOf`. */
export function shortQuestionOf(order: Asked & { answers: readonly ShownAnswer[] }): string {
  if (order.readingType !== 'other') return readingTypeNames[order.readingType];
  return order.customQuestion ?? (ownWordsIn(order.answers) || questionOf(order));
}
