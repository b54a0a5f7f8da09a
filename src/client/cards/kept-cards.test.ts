import { expect, test } from 'vitest';
import { readCards, writeCards } from './kept-cards.ts';

const star = { card: 'the-star', isReversed: true, position: 'Past' };
const sun = { card: 'the-sun', isReversed: false, position: '' };

test('cards are kept as one text, and none are no text', () => {
  expect(readCards(writeCards([star, sun]))).toEqual([star, sun]);
  expect(writeCards([])).toBe('');
  expect(readCards('')).toEqual([]);
});

test.each([undefined, '{', '5', '[{"card":5}]', '[null]'])('what is no list of cards is none: %s', (text) => {
  expect(readCards(text)).toEqual([]);
});
