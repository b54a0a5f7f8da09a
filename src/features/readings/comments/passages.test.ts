import { expect, test } from 'vitest';
import type { Passage } from '../../../shared/readings/comment-schema.ts';
import { findQuote, nextSentence } from './passages.ts';

const text = 'The Star speaks. Be patient!\n\nThe Tower is no threat: it is a desk.';

test.each([
  [['down'], 'The Star speaks.'],
  [['down', 'down'], 'Be patient!'],
  [['down', 'down', 'down'], 'The Tower is no threat: it is a desk.'],
  [['down', 'down', 'down', 'down'], 'The Tower is no threat: it is a desk.'],
  [['down', 'down', 'up'], 'The Star speaks.'],
  [['up'], 'The Tower is no threat: it is a desk.'],
])('moves with the keys %j to the sentence “%s”', (keys, sentence) => {
  const chosen = keys.reduce<Passage | null>((last, key) => nextSentence(text, last, key === 'down'), null);
  expect(text.slice(chosen?.from, chosen?.to)).toBe(sentence);
});

test('selects nothing in an empty text', () => {
  expect(nextSentence('', null, true)).toBeNull();
});

const letter = 'The Star, the cards, the Moon, the cards. Read the cards.';

test.each<[what: string, from: number, text: string, found: string | null]>([
  ['unchanged text', 10, letter, 'tar, |the cards'],
  ['the second of several matches', 31, letter, 'oon, |the cards'],
  ['the last of several matches', 47, letter, 'Read |the cards'],
  ['text inserted before it', 31, `Maya. ${letter}`, 'oon, |the cards'],
  ['the nearest match of a lost one', 47, letter.replace(' Read the cards.', ''), 'oon, |the cards'],
  ['deleted words', 10, 'The Star.', null],
  ['an empty text', 10, '', null],
  ['no position, from an older version', 0, letter, 'tar, |the cards'],
])('finds quoted words again: %s', (_, from, text, found) => {
  const place = findQuote(text, { quote: 'the cards', from });
  expect(place && `${text.slice(place.from - 5, place.from)}|${text.slice(place.from, place.to)}`).toBe(
    found,
  );
});

test('finds words without a position by prefix, else the first match', () => {
  const find = (prefix: string) => findQuote(letter, { quote: 'the cards', from: 0, prefix })?.from;
  expect([find(' the Moon, '), find('s. Read '), find('gone')]).toEqual([31, 47, 10]);
});

test.each([0, 1, 2])('finds overlapping words at position %i', (from) => {
  expect(findQuote('aaaa', { quote: 'aa', from })).toEqual({ from, to: from + 2 });
});
