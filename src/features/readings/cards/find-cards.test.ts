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
])('shows for the search "%s" first: %s', (search, name) => {
  expect(found(search)[0]).toBe(name);
});

test('lists cards whose name begins with the typed text first', () => {
  expect(found('s').slice(0, 3)).toEqual(['Strength', 'The Star', 'The Sun']);
});

test('matches the beginning of any word, but not its middle', () => {
  expect(found('ups')).toEqual([]);
  expect(found('ace')).toEqual(['Ace of Wands', 'Ace of Cups', 'Ace of Swords', 'Ace of Pentacles']);
});

test.each(['star rev', 'star reversed', 'rev star'])('finds the reversed card for "%s"', (search) => {
  expect(findCards(search)).toMatchObject({ isReversed: true, cards: [{ name: 'The Star' }] });
});

test('finds nothing for an empty search unless a suit is chosen', () => {
  expect(found(' ')).toEqual([]);
  expect(findCards('', 'majors').cards).toHaveLength(22);
  expect(findCards('', 'cups').cards).toHaveLength(14);
  expect(findCards('ten', 'cups').cards.map(({ name }) => name)).toEqual(['Ten of Cups']);
});
