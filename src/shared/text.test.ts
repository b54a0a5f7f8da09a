import { expect, test } from 'vitest';
import {
  cleanLine,
  cleanText,
  countWords,
  decodePercent,
  directionOf,
  foldCode,
  foldText,
  linkSecretIn,
} from './text.ts';

test.each([
  ['  plain  ', 'plain'],
  ['two\r\nlines\rthree', 'two\nlines\nthree'],
  ['bell\u0007 null\u0000 escape\u001b[31m delete\u007f', 'bell null escape[31m delete'],
  ['a page\fbreak, a\vtab', 'a page\nbreak, a\ntab'],
  ['C1 \u009bcontrol\u0080', 'C1 control'],
  ['Zoë 語 🂡 é', 'Zoë 語 🂡 é'],
  ['\u0000\u0007', ''],
])('cleans the text %j to %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test.each([
  ['Maya\r\nBcc: evil@x.com', 'Maya Bcc: evil@x.com'],
  ['Maya\tof   the\n\n\nhill', 'Maya of the hill'],
  ['\u00a0 Maya \u00a0', 'Maya'],
  ['Maya\u2028of\u0085the\vhill\u2029\fside', 'Maya of the hill side'],
])('cleans the line %j to %j', (text, clean) => {
  expect(cleanLine(text)).toBe(clean);
});

test.each([
  ['', 0],
  ['   ', 0],
  ['  two\nwords ', 2],
  ["don't split – dashes, or commas", 6],
])('counts %j as %d words', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test.each([
  ['plain', 'plain'],
  ['p%40ss%25', 'p@ss%'],
  ['%F0%9F%83%8F', '\u{1f0cf}'],
  ['100%', null],
  ['%zz', null],
  ['%c0%af', null],
])('decodes %j to %j', (text, decoded) => {
  expect(decodePercent(text)).toBe(decoded);
});

test.each([
  ["O'Sullivan", 'osullivan'],
  ['OSullivan', 'osullivan'],
  ['Hauptstraße', 'hauptstrasse'],
  ['İpek', 'ipek'],
  ['Siobhán  Ní\tBhriain', 'siobhan ni bhriain'],
  ['Søren “Ø”', 'soren "o"'],
  ['Đorđe Ŋaŋa', 'dorde nana'],
  ['Ħamrun Ŧuoggá ƁaƊi Əli', 'hamrun tuogga badi eli'],
  ['Þórir Œuvre ẞ', 'thorir oeuvre ss'],
  ['ΝΊΚΟΣ Νίκος', 'νικοσ νικοσ'],
  ['שָׁלוֹם مُحَمَّد हिन्दी ガ', 'שלום محمد हनद カ'],
  ['a‐b–c—d−e﹣f－g', 'a-b-c-d-e-f-g'],
  ['soft\u00adhy\u200bphen\ufe0f', 'softhyphen'],
])('folds %s to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});

test.each([
  ['SPRING-20', ['spring\u201320', '\u2068Spring 20\u2069.', 's\u00adpring\ufe0f_20', 'ＳＰＲＩＮＧ２０']],
  ['CAFÉ', ['cafe', 'Cafe\u0301', '“Café”', 'C\u034fA\u2060FE\u{e0100}']],
  ['ΟΔΟΣ', ['οδος', 'οδοσ', 'Οδός']],
  ['ВЕСНА-Й', ['весна и', 'Весна́й']],
  ['STRASSE', ['Straße', 'STRAẞE']],
  ['हिन्दी', ['हिन्दी.', 'हि\u200dन्दी', ' हिन्दी ']],
  ['หิมะ', ['“หิมะ”', 'หิ มะ']],
  ['שָׁלוֹם', ['שָׁלוֹם!', 'ש\u05c1\u05b8לו\u05b9ם']],
  ['ガギ', ['ｶﾞｷﾞ', 'カ\u3099キ\u3099']],
  ['---', ['———']],
])('finds the code %s in all its spellings', (code, spellings) => {
  expect(spellings.map(foldCode)).toEqual(spellings.map(() => foldCode(code)));
});

test.each([
  ['हिन्दी', 'हन्दी'],
  ['หิมะ', 'หมะ'],
  ['שָׁלוֹם', 'שלום'],
  ['ガギ', 'カキ'],
  ['SPRING1', 'SPRING2'],
  ['___', '---'],
])('tells the codes %s and %s apart', (one, other) => {
  expect(foldCode(one)).not.toBe(foldCode(other));
});

test.each([
  ['נועה, you drew The Star, which speaks of patience.', 'ltr'],
  ['ليلى: The Star speaks of patience.', 'ltr'],
  ['Noa, הכוכב מדבר על סבלנות ועל הדרך שלך.', 'rtl'],
  ['הכוכב מדבר על סבלנות.', 'rtl'],
  ['النجمة تتحدث عن الصبر.', 'rtl'],
  ['«12:30» – 星がある', 'ltr'],
  ['', 'ltr'],
] as const)('gives %j the direction %s', (paragraph, direction) => {
  expect(directionOf(paragraph)).toBe(direction);
});

const secret = 'Zk3vT9QwZk3vT9QwZk3vT9';

test.each([
  ...['', '#', '#Zk3vT9QwZk3vT9', `#${secret}A`].map((hash) => [hash, '']),
  // A mail program added something.
  ...['.', '?utm_source=mail', '&utm_source=mail', '%20', '%3E'].map((added) => [
    `#${secret}${added}`,
    secret,
  ]),
])('reads a link ending in %j as the secret %j', (hash, found) => {
  expect(linkSecretIn(hash)).toBe(found);
});
