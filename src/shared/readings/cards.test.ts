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

test.each([
  [
    { card: 'the-star', isReversed: true, position: 'Past' },
    'The Star, reversed',
    'The Star, reversed: Past',
  ],
  [{ card: 'ten-of-cups', isReversed: false, position: '' }, 'Ten of Cups', 'Ten of Cups'],
])('names a card with its orientation and position', (drawn, lying, inWords) => {
  expect([cardTitle(drawn), cardText(drawn)]).toEqual([lying, inWords]);
});
