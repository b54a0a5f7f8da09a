import { expect, test } from 'vitest';
import { parseCards, serializeCards } from './serialize-cards.ts';

const star = { card: 'the-star', isReversed: false, position: 'Past' };

test('written cards are read again; a text that is not JSON has none', () => {
  expect(parseCards(serializeCards([star]))).toEqual([star]);
  for (const text of [undefined, '', 'The Star', '[{"card":']) expect(parseCards(text)).toEqual([]);
});
