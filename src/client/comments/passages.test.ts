import { expect, test } from 'vitest';
import type { Passage } from '../../shared/readings/comments.ts';
import { findWords, quoteOf, type StepKey, sentenceAt, stepPassage } from './passages.ts';

const text = 'The Star speaks. Be patient!\n\nThe Tower is no threat: it is a desk.';

/** @returns the words that are chosen after these keys, each with `+` for Shift */
function press(...keys: string[]): string | null {
  let chosen: Passage | null = null;
  for (const key of keys) {
    chosen = stepPassage(text, chosen, `Arrow${key.replace('+', '')}` as StepKey, key.startsWith('+'));
  }
  return chosen && text.slice(chosen.from, chosen.to);
}

test.each<[keys: string[], chosen: string]>([
  [['Down'], 'The Star speaks.'],
  [['Down', 'Down'], 'Be patient!'],
  [['Down', 'Down', 'Down'], 'The Tower is no threat: it is a desk.'],
  [['Down', 'Down', 'Down', 'Down'], 'The Tower is no threat: it is a desk.'],
  [['Down', 'Down', 'Up'], 'The Star speaks.'],
  [['Up'], 'The Tower is no threat: it is a desk.'],
  [['Down', '+Down'], 'The Star speaks. Be patient!'],
  [['Down', '+Down', '+Up'], 'The Star speaks.'],
  [['Down', '+Up'], 'The Star speaks.'],
  [['Right'], 'The'],
  [['Right', 'Right', '+Right'], 'Star speaks'],
  [['Right', 'Right', '+Right', '+Left'], 'Star'],
  [['Down', 'Right'], 'Be'],
  [['Down', '+Left'], 'The Star speaks'],
  [['Left'], 'desk'],
  [['Left', 'Left'], 'a'],
])('the keys %j choose “%s”', (keys, chosen) => {
  expect(press(...keys)).toBe(chosen);
});

test('there is nothing to choose in an empty text', () => {
  expect(stepPassage('', null, 'ArrowDown')).toBeNull();
});

test('a tap chooses the sentence under the finger', () => {
  const sentence = sentenceAt(text, text.indexOf('patient'));
  expect(text.slice(sentence?.from, sentence?.to)).toBe('Be patient!');
  expect(sentenceAt(text, text.length + 5)).toBeUndefined();
});

const letter = 'The Star, the cards, the Moon, the cards. Read the cards.';

/** @returns the words around the place where the nth `the cards` of the letter is found in another text */
function findCards(nth: number, text: string): string | null {
  const from = [10, 31, 47][nth] ?? 0;
  const place = findWords(text, quoteOf(letter, { from, to: from + 'the cards'.length }));
  return place && `${text.slice(place.from - 5, place.from)}|${text.slice(place.from, place.to)}`;
}

test.each<[what: string, nth: number, text: string, found: string | null]>([
  ['the text as it was', 0, letter, 'tar, |the cards'],
  ['the second of the same words', 1, letter, 'oon, |the cards'],
  ['something put in before', 1, `Dear Maya. ${letter}`, 'oon, |the cards'],
  ['one of them when another is gone', 2, letter.replace(', the cards', ''), 'Read |the cards'],
  ['one of them when it is gone', 2, letter.replace(' Read the cards.', ''), null],
  ['one of them when another has come', 2, `The cards, the cards! ${letter}`, 'Read |the cards'],
  ['words that are gone', 0, 'The Star.', null],
  ['an empty text', 0, '', null],
])('quoted words are found again: %s', (_, nth, text, found) => {
  expect(findCards(nth, text)).toBe(found);
});

test.each([0, 1, 2])('of words that overlap their like, those from %i are found', (from) => {
  const passage = { from, to: from + 2 };
  expect(findWords('aaaa', quoteOf('aaaa', passage))).toEqual(passage);
});
