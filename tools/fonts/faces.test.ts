import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkoutBudgets } from '../bench/budgets.ts';

const sheet = ['theme.css', 'fonts.css']
  .map((name) => readFileSync(new URL(`../../src/styles/${name}`, import.meta.url), 'utf8'))
  .join('');

/** The characters of the faces of a family, by their numbers; a face that names none has all. */
const rangesOf = (family: string) =>
  [...sheet.matchAll(/@font-face \{[^}]*\}/g)]
    .filter(([face]) => face.includes(`"${family}"`))
    .map(([face]) => {
      const range = /unicode-range:([^;]+);/.exec(face)?.[1] ?? 'U+0-10FFFF';
      return [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, first = '', last = first]) => {
        const start = Number.parseInt(first, 16);
        return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
      });
    });

test.each([
  ['Fraunces Variable', 'Fraunces Rest'],
  ['Rubik', 'Rubik Rest'],
])('puts each letter of %s into one file of each weight', (family, restFamily) => {
  const [light = [], bold = [], ...others] = rangesOf(family);
  const [rest = [], ...more] = rangesOf(restFamily);
  expect([others, more]).toEqual([[], []]);
  expect(bold).toEqual(light);
  expect(rest.filter((point) => light.includes(point))).toEqual([]);
  const all = new Set([...light, ...rest]);
  for (const letter of 'Professional — “career” guidance, $60 & £50 · Zoë Ångström, Łódź?')
    expect([letter, all.has(letter.codePointAt(0) ?? 0)]).toEqual([letter, !'Łź'.includes(letter)]);
});

test('keeps the fonts of a page with every letter within budget', () => {
  const files = [...sheet.matchAll(/url\("\.(\/fonts\/[\w.-]+)"\)/g)].map(
    ([, path]) => statSync(new URL(`../../src/styles${path}`, import.meta.url)).size,
  );
  expect(files.length).toBe(6);
  expect(files.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(checkoutBudgets.fonts);
});
