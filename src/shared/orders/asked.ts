import { ownWordsIn, type ShownAnswer } from '../offers/offer-answers.ts';
import { standardOffer } from '../offers/offer-types.ts';
import { type ReadingType, readingTypeLabels, readingTypeNames } from './order-form.ts';

/* Separate from order-form.ts, which the checkout loads. */

interface Asked {
  readingType: ReadingType;
  customQuestion: string | null;
  offer: { name: string };
}

/** Returns what the customer asked; for an offer with its own questions, the offer's name. */
export function questionOf(order: Asked): string {
  return order.readingType === 'other'
    ? (order.customQuestion ?? (isStandard(order.offer) ? 'No question specified' : order.offer.name))
    : readingTypeLabels[order.readingType];
}

/** Returns whether an offer is named like a fresh shop's: the page does not name it then. */
export function isStandard(offer: { name: string }): boolean {
  return offer.name === standardOffer.name;
}

/** Returns the offer's name to show beside the question; null for the standard offer or if it is the question. */
export function offerBeside(order: Asked): string | null {
  return isStandard(order.offer) || order.offer.name === questionOf(order) ? null : order.offer.name;
}

/** Returns the kind of reading ordered: `Career path`, `Long letter · Career path`, `Three cards`. */
export function kindOf(order: Asked): string {
  const kind = readingTypeNames[order.readingType];
  if (isStandard(order.offer)) return kind;
  return offerBeside(order) ? `${order.offer.name} · ${kind}` : order.offer.name;
}

/** Returns what the customer asked, for a row of a list. */
export function shortQuestionOf(order: Asked & { answers: readonly ShownAnswer[] }): string {
  if (order.readingType !== 'other') return readingTypeNames[order.readingType];
  return order.customQuestion ?? (ownWordsIn(order.answers) || questionOf(order));
}
