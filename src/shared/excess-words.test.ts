import { expect, test } from 'vitest';
import { excessWords } from './excess-words.ts';

test.each([
  ['', null],
  ['12345', null],
  ['123456', '1 character too long'],
  ['x'.repeat(28), '23 characters too long'],
])('of %j beyond five characters %j is said', (text, words) => {
  expect(excessWords(text, 5)).toBe(words);
});
