import { diffWordsWithSpace } from 'diff';
import { expect, test } from 'vitest';
import { foldUnchanged } from './fold-unchanged.ts';

const words = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `w${from + index}`).join(' ');
/** Two texts as one reads their comparison: `-taken out-`, `+put in+`, `<folded words>`. */
function read(from: string, to: string): string {
  const marks = { same: ['', ''], added: ['+', '+'], removed: ['-', '-'] };
  return foldUnchanged(diffWordsWithSpace(from, to))
    .map((stretch) => {
      if (stretch.kind === 'folded') return `<${stretch.words}>`;
      const [before, after] = marks[stretch.kind];
      return `${before}${stretch.text}${after}`;
    })
    .join('');
}

test('keeps twelve words around each change and counts the folded ones', () => {
  const from = `${words(1, 100)} sun ${words(101, 300)} moon ${words(301, 320)}.`;
  const to = `${words(1, 100)} star ${words(101, 300)} tower ${words(301, 320)}.`;
  expect(read(from, to)).toBe(
    [
      `<88> ${words(89, 100)} -sun-+star+ ${words(101, 112)} <176> `,
      `${words(289, 300)} -moon-+tower+ ${words(301, 312)} <8>`,
    ].join(''),
  );
});

test('keeps the whole folded text, blank lines included', () => {
  const middle = `${words(1, 20)}\n\n${words(21, 40)}`;
  const folded = foldUnchanged(diffWordsWithSpace(`sun ${middle} moon`, `star ${middle} tower`));
  const kinds = folded.map(({ kind }) => kind);
  expect(kinds).toEqual(['removed', 'added', 'same', 'folded', 'same', 'removed', 'added']);
  expect(
    folded
      .slice(2, 5)
      .map(({ text }) => text)
      .join(''),
  ).toBe(` ${middle} `);
});

test('does not fold short unchanged passages', () => {
  const between = words(1, 28);
  expect(read(`sun ${between} moon`, `star ${between} tower`)).toBe(`-sun-+star+ ${between} -moon-+tower+`);
});

test('folds identical texts completely and returns nothing for empty ones', () => {
  expect(read(words(1, 50), words(1, 50))).toBe('<50>');
  expect(read('', '')).toBe('');
});
