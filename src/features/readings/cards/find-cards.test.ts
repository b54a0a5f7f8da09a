import { expect, test } from 'vitest';
import { findCards } from './find-cards.ts';

const found = (search: string) => findCards(search).cards.map(({ name }) => name);

test.each([
  ['ten c', 'Ten of Cups'],
  ['10 of cups', 'Ten of Cups'],
  ['cups ten', 'Ten of Cups'],
  ['  STAR ', 'The Star'],
  ['the st', 'The Star'],
  ['fortune', 'Wheel of Fortune'],
  ['queen sw', 'Queen of Swords'],
  ['high', 'The High Priestess'],
])('"%s" finds %s first', (search, name) => {
  expect(found(search)[0]).toBe(name);
});

test('a card whose name begins with what was typed comes before one that has it further on', () => {
  expect(found('s').slice(0, 3)).toEqual(['Strength', 'The Star', 'The Sun']);
});

test('words in any place are found at their beginning only', () => {
  expect(found('ups')).toEqual([]);
  expect(found('ace')).toEqual(['Ace of Wands', 'Ace of Cups', 'Ace of Swords', 'Ace of Pentacles']);
});

test.each(['star rev', 'star reversed', 'rev star'])('"%s" means it reversed', (search) => {
  expect(findCards(search)).toMatchObject({ isReversed: true, cards: [{ name: 'The Star' }] });
});

test('nothing typed finds nothing, unless it is said from which suit', () => {
  expect(found(' ')).toEqual([]);
  expect(findCards('', 'majors').cards).toHaveLength(22);
  expect(findCards('', 'cups').cards).toHaveLength(14);
  expect(findCards('ten', 'cups').cards.map(({ name }) => name)).toEqual(['Ten of Cups']);
});
