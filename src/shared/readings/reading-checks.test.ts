import { expect, test } from 'vitest';
import { checkReading } from './reading-checks.ts';

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
const good = `Maya, ${words(600)}`;

test('a text of the right length with the name in it is not conspicuous', () => {
  expect(checkReading(good, 'Maya')).toEqual([]);
  expect(checkReading(good, ' maya ')).toEqual([]);
});

test.each([
  [good, 'Ada', ['The name Ada does not occur in the text.']],
  [`Maya ${words(499)}`, 'Maya', []],
  [`Maya ${words(498)}`, 'Maya', ['It has 499 words; 500 to 1000 are recommended.']],
  [`Maya ${words(1_000)}`, 'Maya', ['It has 1001 words; 500 to 1000 are recommended.']],
])('%#', (text, name, found) => {
  expect(checkReading(text, name)).toEqual(found);
});

test.each(['Dear Maya,', ' dear ', 'Hello Maya!', 'Hi,'])('a second greeting (%s) is noticed', (greeting) => {
  expect(checkReading(`${greeting}\n\n${good}`, 'Maya')).toEqual([
    'The mail begins with “Dear Maya,” by itself; this text greets once more.',
  ]);
});

test.each(['[name]', '{{addressee}}', 'TODO', 'XXX', '____', 'Lorem ipsum', 'todo'])(
  'the leftover %s is noticed',
  (leftover) => {
    expect(checkReading(`${good} ${leftover} end`, 'Maya')).toEqual([
      expect.stringContaining(`“${leftover}”`),
    ]);
  },
);

test.each(['a TODOrov', 'snake_case', 'XX century', '[]'])('%s is no leftover', (text) => {
  expect(checkReading(`${good} ${text} end`, 'Maya')).toEqual([]);
});
