import { expect, test } from 'vitest';
import { checkReading, isVeryShort } from './reading-checks.ts';

const words = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 2 ? 'card' : 'word')).join(' ');
const good = `Maya, ${words(600)}`;
const orderOf = (readingAddresseeName: string, offerWords = 500) => ({
  readingAddresseeName,
  offer: { words: offerWords },
});
const noticed = (text: string, name = 'Maya') =>
  checkReading(text, orderOf(name)).map(({ remark }) => remark);
/** The passages that are pointed at. */
const pointedAt = (text: string, name = 'Maya') =>
  checkReading(text, orderOf(name)).map(({ passage }) => passage && text.slice(passage.from, passage.to));

test('finds nothing in a text with the name and recommended length', () => {
  expect(checkReading(good, orderOf('Maya'))).toEqual([]);
  expect(checkReading(good, orderOf(' maya '))).toEqual([]);
});

test.each([
  [good, 'Ada', ['The name Ada is not in the text.']],
  [`Maya ${words(499)}`, 'Maya', []],
  [`Maya ${words(498)}`, 'Maya', ['It has 499 words; 500 to 1000 are recommended.']],
  [`Maya ${words(1_000)}`, 'Maya', ['It has 1001 words; 500 to 1000 are recommended.']],
])('%#: finds a missing name or an unusual length', (text, name, found) => {
  expect(noticed(text, name)).toEqual(found);
  expect(pointedAt(text, name)).toEqual(found.map(() => null));
});

test('recommends the offer’s length and accepts texts within it', () => {
  const remarksOf = (count: number) =>
    checkReading(`Maya ${words(count)}`, orderOf('Maya', 40)).map(({ remark }) => remark);
  expect(remarksOf(39)).toEqual([]);
  expect(remarksOf(79)).toEqual([]);
  expect(remarksOf(80)).toEqual(['It has 81 words; 40 to 80 are recommended.']);
  expect([39, 40].map((count) => isVeryShort(words(count), { words: 40 }))).toEqual([true, false]);
});

test.each([
  ['Done.', true],
  [words(49), true],
  [words(50), false],
  ['星'.repeat(299), true],
  ['星'.repeat(300), false],
])('%#: asks before submitting a very short text: %s', (text, isAsked) => {
  expect(isVeryShort(text, { words: 500 })).toBe(isAsked);
});

test.each(['Dear Maya,', ' dear ', 'Hello Maya!', 'Hi,'])('finds a second greeting (%s)', (greeting) => {
  const text = `${greeting}\n\n${good}`;
  expect(noticed(text)).toEqual([
    'The email already begins with “Dear Maya,”. This text has a second greeting.',
  ]);
  expect(pointedAt(text)).toEqual([greeting.split('\n')[0]?.trim()]);
});

test.each(['With warm wishes,\nElena', 'Warmly,\n\nElena Marsh', 'love\nE', 'Yours sincerely,\nElena'])(
  'notices a second signature: %j',
  (signed) => {
    const text = `${good}\n\n${signed}\n`;
    expect(noticed(text)).toEqual(['The letter is signed for you. This text has a second signature.']);
    expect(pointedAt(text)).toEqual([signed]);
  },
);

test.each(['Best of luck with the ferry, Maya.', 'Love is a card\nthat you know.', 'With the Star,\nrest'])(
  'notices no signature in %j',
  (end) => expect(checkReading(`${good}\n\n${end}`, orderOf('Maya'))).toEqual([]),
);

test.each(['[name]', '{{addressee}}', '{name}', 'XXX', '____', 'Lorem ipsum', 'todo'])(
  'finds the leftover %s',
  (leftover) => {
    const text = `${good} ${leftover} end`;
    expect(noticed(text)).toEqual([`“${leftover}” looks like a placeholder.`]);
    expect(pointedAt(text)).toEqual([leftover]);
  },
);

test.each(['a TODOrov', 'snake_case', 'XX century', '[]', '{}'])('finds no leftover in %s', (text) => {
  expect(checkReading(`${good} ${text} end`, orderOf('Maya'))).toEqual([]);
});

test('finds each leftover once and five at most', () => {
  expect(pointedAt(`${good} {name} TODO, {name}`)).toEqual(['{name}', 'TODO']);
  const many = Array.from({ length: 9 }, (_, index) => `[card ${index}]`).join(', ');
  expect(pointedAt(`${good} ${many}`)).toHaveLength(5);
});

test.each(['the the', 'The the', 'the\nthe', 'Glück Glück'])('finds the double word in %j', (double) => {
  const text = `${good}. See ${double} end`;
  expect(noticed(text)).toEqual([`“${double.replace('\n', ' ')}” has the same word twice.`]);
  expect(pointedAt(text)).toEqual([double]);
});

test.each(['the theme', 'bathe the', 'rest.\n\nRest', 'well, well', 'you had had', 'that that is', '3 3'])(
  'finds no double word in %j',
  (text) => {
    expect(checkReading(`${good}. See ${text}`, orderOf('Maya'))).toEqual([]);
  },
);

test.each(['https://cards.example/star', 'www.cards.example', 'maya@cards.example'])(
  'finds the address %s',
  (address) => {
    const text = `${good}. See ${address}, please`;
    expect(noticed(text)).toEqual([`It has the address ${address}.`]);
    expect(pointedAt(text)).toEqual([address]);
  },
);
