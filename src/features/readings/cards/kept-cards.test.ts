import { expect, test } from 'vitest';
import { readCards, writeCards } from './kept-cards.ts';

const star = { card: 'the-star', isReversed: false, position: 'Past' };

test('written cards are read again; a text that is not JSON has none', () => {
  expect(readCards(writeCards([star]))).toEqual([star]);
  for (const text of [undefined, '', 'The Star', '[{"card":']) expect(readCards(text)).toEqual([]);
});
