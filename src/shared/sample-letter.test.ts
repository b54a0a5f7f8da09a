import { expect, test } from 'vitest';
import { readSample, sampleProblem } from './sample-letter.ts';

test('reads question, cards, greeting and letter', () => {
  const text = '## Stay?\n- the star, reversed: Now: or soon\n- Two of Cups\n\nDear Ann,\n\nOne.\n\nTwo.';
  expect(readSample(text)).toEqual({
    question: 'Stay?',
    cards: [
      { card: 'the-star', isReversed: true, position: 'Now: or soon' },
      { card: 'two-of-cups', isReversed: false, position: '' },
    ],
    greeting: 'Dear Ann,',
    paragraphs: ['One.', 'Two.'],
  });
  expect(sampleProblem(text)).toBeNull();
});

test('reads a letter without question, cards and greeting', () => {
  const letter = { question: null, cards: [], greeting: null, paragraphs: ['One.', 'Two.'] };
  expect(readSample('One.\n\nTwo.')).toEqual(letter);
});
