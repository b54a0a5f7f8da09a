import type { AnswerValue } from '../../shared/offers/offer-answers.ts';
import type { OfferInput } from '../../shared/offers/offer-schema.ts';
import type { OfferAnswer } from '../../shared/offers/offer-types.ts';
import type { CustomerName } from './sample-customers.ts';

/** What `npm run demo -- --offers` sells in addition to a new shop's reading. */
export const sampleOffers = {
  short: {
    slug: 'three-cards',
    name: 'Three cards',
    summary: 'A short letter on one clear question.',
    text: 'Three cards for one question: where you stand, what is in the way, and what comes next. Half a page, for when you need to hear one thing.',
    price: 35,
    days: 2,
    words: 200,
    questions: [
      { kind: 'text', label: 'Your question in one sentence', required: true },
      {
        kind: 'choice',
        label: 'What is it about?',
        choices: ['My job', 'A new job', 'My own business', 'Something else'],
      },
    ],
    addOns: [{ name: 'Rush: by the next business day', price: 15, days: 1 }],
  },
  year: {
    slug: 'year-ahead',
    name: 'The year ahead',
    summary: 'Twelve cards for your next twelve months at work.',
    text: 'One card for each month, and one for the year. Two pages or more, to come back to.',
    price: 140,
    days: 8,
    words: 1_200,
    questions: [
      { kind: 'date', label: 'Your birth date', required: true, help: 'Your year begins on your birthday.' },
      { kind: 'number', label: 'How many years have you been in this line of work?' },
      { kind: 'yesNo', label: 'Is a change already planned?' },
      { kind: 'longText', label: 'What do you hope for?', required: true },
    ],
    addOns: [{ name: 'One more question', price: 20, asks: 'What else would you like to know?' }],
  },
  followUp: {
    slug: 'follow-up',
    name: 'Follow-up',
    summary: 'A few more cards on a reading you’ve already had.',
    text: 'Your reader rereads your letter and answers what it left open.',
    price: 25,
    days: 3,
    words: 150,
    returningOnly: true,
    questions: [{ kind: 'longText', label: 'What would you like to ask about it?', required: true }],
  },
} satisfies Record<string, OfferInput>;

type Purchase = { offer: keyof typeof sampleOffers; answers: AnswerValue[]; addOns?: number[] };

/** What these customers buy instead, with answers in the order of the questions. */
const purchases: Partial<Record<CustomerName, Purchase>> = {
  ana: { offer: 'short', answers: ['What comes next for me at work?', 'My job'] },
  mei: { offer: 'year', answers: ['1991-02-14', 6, true, 'Work that has my own name on it.'] },
  kiri: { offer: 'short', answers: ['What should I look at first?', 'Something else'], addOns: [0] },
  marcus: { offer: 'short', answers: ['When will it happen?', 'A new job'] },
  thandi: { offer: 'short', answers: ['Should I tell my mother before I sign?', 'My own business'] },
  valentina: {
    offer: 'year',
    answers: [
      '1984-09-30',
      12,
      false,
      'One year without a fire to put out.',
      'Does the old firm call again?',
    ],
    addOns: [0],
  },
};

/** Returns the offer fields of a customer's form in a shop that sells `sold`; {} for the first reading. */
export function purchaseOf(name: CustomerName, sold: readonly OfferAnswer[]) {
  const purchase = purchases[name];
  const offer = purchase && sold.find(({ slug }) => slug === sampleOffers[purchase.offer].slug);
  if (!purchase || !offer) return {};
  const addOns = offer.addOns.filter((_, place) => purchase.addOns?.includes(place));
  const asked = [...offer.questions, ...addOns.filter(({ asks }) => asks !== undefined)];
  const answers = asked.map(({ id }, place) => [id, purchase.answers[place] ?? null]);
  return {
    offer: offer.slug,
    answers: Object.fromEntries(answers) as Record<string, AnswerValue>,
    addOns: addOns.map(({ id }) => id),
    readingType: 'other' as const,
    customQuestion: '',
  };
}
