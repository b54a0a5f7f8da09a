import { shopMoney } from '../../lib/format.ts';
import { toMajor } from '../../shared/money.ts';
import type { OfferChangeInput } from '../../shared/offers/offer-schema.ts';
import {
  type IntakeQuestion,
  type OfferAnswer,
  type OfferVisibility,
  offerLimits,
  presentOffer,
  type QuestionKind,
  slugOf,
  standardOffer,
} from '../../shared/offers/offer-types.ts';
import { toPrice } from '../../shared/offers/price.ts';
import { amountText, readAmount, readWholeNumber } from '../../shared/typed-numbers.ts';

/** A question's form fields. `choices` has one choice per line. */
export type QuestionFields = Omit<IntakeQuestion, 'choices'> & { choices: string };

export type AddOnFields = Record<'id' | 'name' | 'price' | 'days' | 'asks', string>;

export type OfferFields = Record<
  'name' | 'slug' | 'summary' | 'text' | 'faq' | 'sample' | 'price' | 'days' | 'words',
  string
> & {
  visibility: OfferVisibility;
  returningOnly: boolean;
  standardQuestions: boolean;
  questions: QuestionFields[];
  addOns: AddOnFields[];
};

export const kindNames: Record<QuestionKind, string> = {
  choice: 'One of several choices',
  text: 'Short text',
  longText: 'Long text',
  date: 'Date',
  number: 'Number',
  yesNo: 'Yes or no',
};

export const sampleHint =
  'Start with the question, on a line that begins with ##. Add a line for each card, such as “- The Star, reversed: Past”. Then a blank line and the letter, greeting first.';

export const visibilityNames: Record<OfferVisibility, string> = {
  shown: 'Shown',
  hidden: 'Hidden, by link only',
  archived: 'Archived',
};

/** Prefix of ids for rows the server does not know yet; the server assigns real ids. */
const newId = 'new-';

/** Returns an unused id, `new-1` and up, for a new row; the server replaces it. */
export function nextId(rows: readonly { id: string }[]): string {
  const numbers = rows.map(({ id }) => (id.startsWith(newId) ? Number(id.slice(newId.length)) : 0));
  return `${newId}${Math.max(0, ...numbers) + 1}`;
}

/** Returns the rows with one of them moved to index `to`. */
export function moveRow<Row>(rows: readonly Row[], row: Row, to: number): Row[] {
  const others = rows.filter((other) => other !== row);
  return [...others.slice(0, to), row, ...others.slice(to)];
}

const priceText = (price: number) => amountText(price, shopMoney());

/** Returns an offer's form fields: amounts and numbers as typed, choices one a line; what is not set is empty. */
export function offerFields({ id: _, version: __, picture: ___, ...offer }: OfferAnswer): OfferFields {
  return {
    ...offer,
    price: priceText(offer.price),
    days: String(offer.days),
    words: String(offer.words),
    questions: offer.questions.map(({ choices = [], ...question }) => ({
      ...question,
      choices: choices.join('\n'),
    })),
    addOns: offer.addOns.map(({ id, name, price, days, asks }) => ({
      ...{ id, name, asks: asks ?? '' },
      price: priceText(price),
      days: String(days ?? ''),
    })),
  };
}

/** The fields of a new offer. */
export const blankFields: OfferFields = {
  ...offerFields(presentOffer(standardOffer)),
  ...{ name: '', slug: '', summary: '', price: '', standardQuestions: false },
};

/** Returns the form fields for a copy of an offer: hidden, with a new name and address. */
export function copiedFields(offer: OfferAnswer): OfferFields {
  const fields = offerFields(offer);
  const name = `Copy of ${fields.name}`.slice(0, offerLimits.nameCharacters);
  const asNew = <Row>(row: Row, place: number) => ({ ...row, id: `${newId}${place + 1}` });
  return {
    ...fields,
    ...{ name, slug: slugOf(name), visibility: 'hidden' },
    questions: fields.questions.map(asNew),
    addOns: fields.addOns.map(asNew),
  };
}

/** Returns a typed price in the main unit; NaN if it is blank or invalid, which the schema refuses. */
export function readPriceField(text: string): number {
  const style = shopMoney();
  return toMajor(readAmount(text, style, '').amountMinor ?? Number.NaN, style.currency);
}

/** Returns the errors of prices by field, null if valid or not a number. The limits depend on the shop's currency. */
export function priceProblems({ price, addOns = [] }: Pick<Partial<OfferChangeInput>, 'price' | 'addOns'>) {
  const problemOf = (amount = 0) => (Number.isNaN(amount) ? null : toPrice(amount, shopMoney()).problem);
  const ofAddOns = addOns.map((addOn, place) => [`addOns.${place}.price`, problemOf(addOn.price)]);
  return { price: problemOf(price), ...Object.fromEntries(ofAddOns) };
}

/** Splits the typed choices into trimmed lines and drops blank ones; other kinds of question get none. */
export function toQuestion({ choices, ...question }: QuestionFields): IntakeQuestion {
  if (question.kind !== 'choice') return question;
  const lines = choices.split('\n').map((line) => line.trim());
  return { ...question, choices: lines.filter(Boolean) };
}

const wholeNumber = (text: string) => readWholeNumber(text) ?? Number.NaN;

function withoutNewId<Row extends { id: string }>({ id, ...row }: Row) {
  return id.startsWith(newId) ? row : { id, ...row };
}

/** Returns the change to send for the changed fields; an invalid number becomes NaN, which the schema refuses. */
export function toSent(fields: Partial<OfferFields>): Omit<OfferChangeInput, 'version'> {
  const { price, days, words, questions, addOns, ...others } = fields;
  return {
    ...others,
    ...(price !== undefined && { price: readPriceField(price) }),
    ...(days !== undefined && { days: wholeNumber(days) }),
    ...(words !== undefined && { words: wholeNumber(words) }),
    ...(questions && { questions: questions.map((row) => withoutNewId(toQuestion(row))) }),
    ...(addOns && {
      addOns: addOns.map((row) =>
        withoutNewId({ ...row, price: readPriceField(row.price), days: readWholeNumber(row.days) }),
      ),
    }),
  };
}
