import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sheet = readFileSync(new URL('../../src/styles/theme.css', import.meta.url), 'utf8');

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

test('each letter of Fraunces is in one file of each weight: a text loads no other', () => {
  const [light = [], medium = [], ...others] = rangesOf('Fraunces Variable');
  const [rest = [], ...more] = rangesOf('Fraunces Rest');
  expect([others, more]).toEqual([[], []]);
  expect(medium).toEqual(light);
  expect(rest.filter((point) => light.includes(point))).toEqual([]);
  const all = new Set([...light, ...rest]);
  for (const letter of 'Professional — “career” guidance, $60 & £50 · Zoë Ångström, Łódź?')
    expect([letter, all.has(letter.codePointAt(0) ?? 0)]).toEqual([letter, !'Łź'.includes(letter)]);
});
