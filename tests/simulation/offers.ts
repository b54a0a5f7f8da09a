import type { SeededRandom } from '../../src/demo/sample-shop/seeded-random.ts';
import type { PublicSettings } from '../../src/shared/checkout/public-settings.ts';
import { decimalsOf } from '../../src/shared/money.ts';
import type { OfferInput } from '../../src/shared/offers/offer-schema.ts';
import type { IntakeQuestion, PublicOffer } from '../../src/shared/offers/offer-types.ts';

/** The offers besides the first reading, at prices that are possible in yen, too. */
export const soldToo: OfferInput[] = [
  {
    name: 'Three cards',
    price: 70,
    days: 5,
    words: 200,
    questions: [
      { kind: 'choice', label: 'Which area?', required: true, choices: ['Work', 'Money'] },
      { kind: 'number', label: 'Years in this job' },
    ],
    addOns: [{ name: 'Rush', price: 55, days: 1 }],
  },
  {
    name: 'The year ahead',
    price: 120,
    days: 10,
    questions: [{ kind: 'date', label: 'Your birth date', required: true }],
    addOns: [{ name: 'One more question', price: 50, asks: 'What else?' }],
  },
];

/** The code that every tenth customer types. */
export const springCode = { code: 'SPRING', percentOff: 20 };

/** The currencies between which the owner changes: with two, no, and three decimals. */
export const currencies = ['usd', 'jpy', 'kwd'];

export type Purchase = ReturnType<typeof choosePurchase>;

/** Chooses a visitor's purchase from the settings that the page received. */
export function choosePurchase(chance: SeededRandom, { currency, offers }: PublicSettings) {
  const offer = chance.pick(offers as [PublicOffer]);
  const addOns = offer.addOns.filter(() => chance.happens(0.3));
  // Added up in floating point, as a program might.
  const shownAmount = addOns.reduce((sum, addOn) => sum + addOn.price, offer.price);
  const questions = [...offer.questions, ...addOns.filter(({ asks }) => asks !== undefined)];
  return {
    /** The amount on the button. */
    amountMinor: Math.round(shownAmount * 10 ** decimalsOf(currency)),
    currency,
    /** Business days to delivery. */
    days: Math.min(offer.days, ...addOns.map((addOn) => addOn.days ?? offer.days)),
    code: null as string | null,
    /** The fields sent about it. */
    form: {
      offer: offer.slug,
      addOns: addOns.map(({ id }) => id),
      answers: Object.fromEntries(questions.map((question) => [question.id, answerTo(question)])),
      shownAmount,
      shownCurrency: currency,
      readingType: 'other',
    },
  };
}

const answers: Partial<Record<string, string>> = { choice: 'Work', date: '1990-05-31', number: '7' };
const answerTo = ({ kind = '' }: Partial<IntakeQuestion> | { kind?: '' }) => answers[kind] ?? 'And love?';

/** @returns four fifths of an amount; the discount is rounded to what Stripe charges, halves up */
export function afterCode(amountMinor: number, currency: string): number {
  const step = currency === 'kwd' ? 10 : 1;
  return amountMinor - Math.floor(amountMinor / 5 / step + 0.5) * step;
}

/** Returns whether an amount is less than fifty yen, half a dollar, or half a dinar. */
export const isTooLittle = (amountMinor: number, currency: string): boolean =>
  amountMinor < (currency === 'kwd' ? 500 : 50);
