import type { createSeededRandom } from '../../src/demo/sample-shop/seeded-random.ts';
import type { PublicSettings } from '../../src/shared/checkout/public-settings.ts';
import { decimalsOf } from '../../src/shared/money.ts';
import type { OfferInput } from '../../src/shared/offers/offer-schema.ts';
import { type IntakeQuestion, type PublicOffer, standardOffer } from '../../src/shared/offers/offer-types.ts';

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

export interface Purchase {
  /** The amount on the button. */
  amountMinor: number;
  currency: string;
  /** Business days to delivery. */
  days: number;
  code: string | null;
  /** The fields sent about it. */
  form: { offer?: string; addOns?: string[] } & Record<string, unknown>;
}

/** Chooses a visitor's purchase from the settings that the page received. */
export function choosePurchase(
  chance: ReturnType<typeof createSeededRandom>,
  { price, currency, offers = [] }: PublicSettings,
): Purchase {
  // Added up in floating point, as a program might.
  const onButton = (sum: number) => ({
    amountMinor: Math.round(sum * 10 ** decimalsOf(currency)),
    currency,
    code: null,
  });
  if (offers.length === 0)
    return { ...onButton(price), days: standardOffer.days, form: { readingType: 'other' } };
  const offer = chance.pick(offers as [PublicOffer]);
  const addOns = offer.addOns.filter(() => chance.happens(0.3));
  const shownAmount = addOns.reduce((sum, addOn) => sum + addOn.price, offer.price);
  const questions = [...offer.questions, ...addOns.filter(({ asks }) => asks !== undefined)];
  const answers = questions.map((question) => [question.id, answerTo(question)]);
  const form = {
    offer: offer.slug,
    addOns: addOns.map(({ id }) => id),
    answers: Object.fromEntries(answers),
    ...{ shownAmount, shownCurrency: currency },
    readingType: 'other',
  };
  const days = Math.min(offer.days, ...addOns.map((addOn) => addOn.days ?? offer.days));
  return { ...onButton(shownAmount), days, form };
}

function answerTo(question: Partial<IntakeQuestion>): string {
  if (question.kind === 'choice') return question.choices?.[0] ?? '';
  if (question.kind === 'date') return '1990-05-31';
  return question.kind === 'number' ? '7' : 'And love?';
}
