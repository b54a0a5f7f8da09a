import type { createSeededRandom } from '../../src/demo/sample-shop/seeded-random.ts';
import type { PublicSettings } from '../../src/shared/checkout/settings.ts';
import type { OfferInput } from '../../src/shared/offers/offer-schema.ts';
import { type IntakeQuestion, type PublicOffer, standardOffer } from '../../src/shared/offers/offers.ts';

/** What the shop sells beside the reading that it begins with. */
export const soldToo: OfferInput[] = [
  {
    name: 'Three cards',
    price: 30,
    days: 5,
    words: 200,
    questions: [
      { kind: 'choice', label: 'Which area?', required: true, choices: ['Work', 'Money'] },
      { kind: 'number', label: 'Years in this job' },
    ],
    addOns: [{ name: 'Rush', price: 20, days: 1 }],
  },
  {
    name: 'The year ahead',
    price: 120,
    days: 10,
    questions: [{ kind: 'date', label: 'Your birth date', required: true }],
    addOns: [{ name: 'One more question', price: 10, asks: 'What else?' }],
  },
];

/** Chooses what a visitor buys, by what the settings told the page. @returns what is sent, and the minor units on the button */
export function choosePurchase(
  chance: ReturnType<typeof createSeededRandom>,
  { price, offers = [] }: PublicSettings,
) {
  if (offers.length === 0)
    return { amountMinor: Math.round(price * 100), days: standardOffer.days, form: { readingType: 'other' } };
  const offer = chance.pick(offers as [PublicOffer]);
  const addOns = offer.addOns.filter(() => chance.happens(0.3));
  const shownAmount = addOns.reduce((sum, addOn) => sum + addOn.price, offer.price);
  const questions = [...offer.questions, ...addOns.filter(({ asks }) => asks !== undefined)];
  const answers = questions.map((question) => [question.id, answerTo(question)]);
  const form = {
    offer: offer.slug,
    addOns: addOns.map(({ id }) => id),
    answers: Object.fromEntries(answers),
    shownAmount,
    readingType: 'other',
  };
  const days = Math.min(offer.days, ...addOns.map((addOn) => addOn.days ?? offer.days));
  return { amountMinor: Math.round(shownAmount * 100), days, form };
}

function answerTo(question: Partial<IntakeQuestion>): string {
  if (question.kind === 'choice') return question.choices?.[0] ?? '';
  if (question.kind === 'date') return '1990-05-31';
  return question.kind === 'number' ? '7' : 'And love?';
}
