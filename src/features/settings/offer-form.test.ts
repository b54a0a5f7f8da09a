import { expect, test } from 'vitest';
import { createOfferSchema } from '../../shared/offers/offer-schema.ts';
import { type OfferAnswer, presentOffer, standardOffer } from '../../shared/offers/offer-types.ts';
import { blankFields, type OfferFields, offerFields, priceProblems, toSent } from './offer-form.ts';

const threeCards: OfferAnswer = {
  ...presentOffer(standardOffer),
  ...{ id: 'three', slug: 'three-cards', name: 'Three cards', price: 35, version: 4 },
  questions: [
    { id: 'q1', kind: 'choice', label: 'Which?', help: '', required: true, choices: ['Job', 'Path'] },
  ],
  addOns: [{ id: 'a1', name: 'Rush', price: 20, days: 1 }],
};

test('sends a stored offer back unchanged', () => {
  const { id: _, version: __, picture: ___, ...sent } = threeCards;
  expect(toSent(offerFields(threeCards))).toEqual({
    ...sent,
    addOns: [{ ...threeCards.addOns[0], asks: '' }],
  });
});

const question = {
  id: 'q1',
  kind: 'choice',
  label: 'Which?',
  help: '',
  required: true,
  choices: '',
} as const;

test.each<[Partial<OfferFields>, Record<string, unknown>]>([
  [{ name: ' ' }, { name: 'The name is missing.' }],
  [{ price: '' }, { price: expect.stringContaining('Please enter a valid price') }],
  [{ price: '0.2' }, { price: expect.stringContaining('at least 0.50') }],
  [{ days: '31' }, { days: 'The business days must be a whole number from 1 to 30.' }],
  [{ questions: [{ ...question, label: '' }] }, { 'questions.0.label': 'The question is missing.' }],
  [{ questions: [{ ...question, choices: 'Job\n\n' }] }, { 'questions.0.choices': 'Give 2 to 20 choices.' }],
])('does not send a new offer with %j', (typed, problems) => {
  const sent = toSent({ ...blankFields, name: 'Three cards', slug: 'three', price: '35', ...typed });
  const issues = createOfferSchema.safeParse(sent).error?.issues ?? [];
  const ofPrices = Object.entries(priceProblems(sent)).filter(([, problem]) => problem);
  const found = [...ofPrices, ...issues.map(({ path, message }) => [path.join('.'), message])];
  expect(Object.fromEntries(found)).toEqual(problems);
});
