import { expect, test } from 'vitest';
import { questionOf, shortQuestionOf } from './reading-types.ts';

test.each([
  ['jobSoon', null, "I'm looking for a job. When will I get it?"],
  ['jobSoon', 'left over', "I'm looking for a job. When will I get it?"],
  ['other', 'Should I move abroad?', 'Should I move abroad?'],
  ['other', null, 'No question specified'],
] as const)('an order of type %s with the question %j asks: %s', (readingType, customQuestion, question) => {
  expect(questionOf({ readingType, customQuestion })).toBe(question);
});

test.each([
  ['careerPath', null, 'Career path'],
  ['jobSoon', null, 'When a job'],
  ['progress', null, 'Change or stay'],
  ['other', 'Should I move abroad?', 'Should I move abroad?'],
] as const)(
  'in a list an order of type %s with the question %j asks: %s',
  (readingType, customQuestion, question) => {
    expect(shortQuestionOf({ readingType, customQuestion })).toBe(question);
  },
);
