import { expect, test } from 'vitest';
import { moveCard, readCards, writeCards } from './kept-cards.ts';

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

test('a card moves among the others, and not beyond them', () => {
  expect(moveCard([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
  expect(moveCard([1, 2, 3], 2, 1)).toEqual([1, 3, 2]);
  expect(moveCard([1, 2, 3], 2, 3)).toEqual([1, 2, 3]);
  expect(moveCard([1, 2, 3], 0, -1)).toEqual([1, 2, 3]);
});
