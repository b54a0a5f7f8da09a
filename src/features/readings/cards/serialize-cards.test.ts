import { expect, test } from 'vitest';
import { parseCards, serializeCards } from './serialize-cards.ts';

const star = { card: 'the-star', isReversed: false, position: 'Past' };

test('reads serialized cards back and treats invalid text as no cards', () => {
  expect(parseCards(serializeCards([star]))).toEqual([star]);
  for (const text of [undefined, '', 'The Star', '[{"card":']) expect(parseCards(text)).toEqual([]);
});
