import { expect, test } from 'vitest';
import { foldSearchWords, foldText, searchTextOf } from './search-text.ts';

test.each([
  ["O'Sullivan", 'osullivan'],
  ['O’Sullivan', 'osullivan'],
  ['Oʼsullivan', 'osullivan'],
  ['OSullivan', 'osullivan'],
  ['Hauptstraße', 'hauptstrasse'],
  ['Yıldız', 'yildiz'],
  ['YILDIZ', 'yildiz'],
  ['İpek', 'ipek'],
  ['Siobhán  Ní\tBhriain', 'siobhan ni bhriain'],
  ['Jörg Weiß', 'jorg weiss'],
  ['Łukasz', 'lukasz'],
  ['Søren “Ø”', 'soren "o"'],
  ['岡田', '岡田'],
])('%s is searched as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});

test('words are looked for one by one, the longest first', () => {
  expect(foldSearchWords('  Ann Smith ann ')).toEqual(['smith', 'ann']);
  expect(searchTextOf('Ann Smith', 'A@X.example', 'CT-7K3M9Q')).toBe('ann smith\na@x.example\nct-7k3m9q');
});
