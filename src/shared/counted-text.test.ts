import { expect, test } from 'vitest';
import { excessText } from './counted-text.ts';

test.each([
  ['', null],
  ['12345', null],
  ['123456', '1 character too long'],
  ['x'.repeat(28), '23 characters too long'],
])('says how far %j exceeds five characters: %j', (text, words) => {
  expect(excessText(text, 5)).toBe(words);
});
