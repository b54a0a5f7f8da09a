import { expect, test } from 'vitest';
import { cardText, cardTitle, deck } from './cards.ts';

test('has 22 majors and four suits of fourteen with unique names', () => {
  const count = (suit: string | null) => deck.filter((card) => card.suit === suit).length;
  expect([null, 'wands', 'cups', 'swords', 'pentacles'].map(count)).toEqual([22, 14, 14, 14, 14]);
  expect(new Set(deck.map(({ name }) => name)).size).toBe(78);
  for (const { slug } of deck) expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(deck.map(({ slug }) => slug)).toEqual(
    expect.arrayContaining(['the-star', 'wheel-of-fortune', 'ace-of-wands', 'ten-of-cups']),
  );
});

test('names a card with its orientation and position', () => {
  const reversed = { card: 'the-star', isReversed: true, position: 'Past' };
  expect([cardTitle(reversed), cardText(reversed)]).toEqual([
    'The Star, reversed',
    'The Star, reversed: Past',
  ]);
  expect(cardText({ card: 'ten-of-cups', isReversed: false, position: '' })).toBe('Ten of Cups');
});
