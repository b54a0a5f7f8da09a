import { expect, test } from 'vitest';
import { standardOffer } from '../offers/offer-types.ts';
import { kindOf, offerBeside, questionOf, shortQuestionOf } from './asked.ts';

test.each([
  ['jobSoon', null, "I'm looking for a job. When will I get it?"],
  ['jobSoon', 'left over', "I'm looking for a job. When will I get it?"],
  ['other', 'Should I move abroad?', 'Should I move abroad?'],
  ['other', null, 'No question specified'],
] as const)('shows type %s with question %j as: %s', (readingType, customQuestion, question) => {
  expect(questionOf({ readingType, customQuestion, offer: standardOffer })).toBe(question);
});

test.each([
  ['careerPath', null, 'Career path'],
  ['progress', null, 'Change or stay'],
  ['other', 'Should I move abroad?', 'Should I move abroad?'],
] as const)('lists type %s with question %j as: %s', (readingType, customQuestion, question) => {
  expect(shortQuestionOf({ readingType, customQuestion, offer: standardOffer, answers: [] })).toBe(question);
});

test('names an order after an offer that asks its own questions', () => {
  const order = { readingType: 'other', customQuestion: null, offer: { name: 'Three cards' } } as const;
  for (const name of [questionOf(order), shortQuestionOf({ ...order, answers: [] })])
    expect(name).toBe('Three cards');
  const answer = { kind: 'text', label: 'Your question', value: 'Will it last?' } as const;
  expect(shortQuestionOf({ ...order, answers: [answer] })).toBe('Will it last?');
  expect([offerBeside(order), kindOf(order)]).toEqual([null, 'Three cards']);
  const long = { ...order, readingType: 'jobSoon', offer: { name: 'Long letter' } } as const;
  expect([offerBeside(long), kindOf(long)]).toEqual(['Long letter', 'Long letter · Finding a job']);
  const standard = { ...long, offer: standardOffer };
  expect([offerBeside(standard), kindOf(standard)]).toEqual([null, 'Finding a job']);
});
