import { joinDateParts } from '../date-parts.ts';
import type { AddOn, IntakeQuestion } from './offer-types.ts';

export type AnswerValue = string | number | boolean | null;

/** A question as it was when the order was placed, with its answer; null if it was not answered. */
export type Answer = Pick<IntakeQuestion, 'id' | 'kind' | 'label'> & { value: AnswerValue };

/** An add-on as it was bought. */
export type BoughtAddOn = Pick<AddOn, 'id' | 'name' | 'priceMinor'>;

/** The offer of an order, in the API of the desks. */
export interface BoughtOffer {
  name: string;
  /** Business days to delivery; a bought rush add-on's, if fewer. */
  days: number;
  /** The lower end of the recommended length. */
  words: number;
}

export type ShownAnswer = Pick<Answer, 'kind' | 'label' | 'value'>;

/** Formats an answer for people: `Yes`, `May 4, 1993`, `7`; empty for no answer. */
export function answerText({ kind, value }: Pick<Answer, 'kind' | 'value'>): string {
  if (value === null) return '';
  if (kind === 'yesNo') return value ? 'Yes' : 'No';
  if (kind !== 'date') return String(value);
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return joinDateParts(format.formatToParts(new Date(String(value))));
}

/** Returns the first answer that the customer wrote as text, to show in lists; '' if there is none. */
export function ownWordsIn(answers: readonly ShownAnswer[]): string {
  const written = answers.find(({ kind, value }) => (kind === 'text' || kind === 'longText') && value);
  return written ? answerText(written) : '';
}

/** Formats a question with its answer as `Years in this job: 7`. */
export function answerLine(answer: ShownAnswer): string {
  return `${answer.label}: ${answerText(answer)}`;
}
