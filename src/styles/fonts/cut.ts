/**
 * Cuts Fraunces into the files that theme.css names: for each of its faces the weight, or those between two, and the
 * characters. Runs before each build (`node src/styles/fonts/cut.ts`); what it writes is not in git.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/**
 * In bytes. A phone whose line carries 1.6 Mbit a second takes nine segments of 1,460 bytes in a round trip of 150 ms,
 * while the style sheet comes beside it; the head of the answer has 1,070 of them.
 */
const oneRoundTrip = 12_070;

const sheet = readFileSync(new URL('../theme.css', import.meta.url), 'utf8');
const whole = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2')),
);

for (const [face] of sheet.matchAll(/@font-face \{[^}]*\}/g)) {
  const name = /url\("\.\/fonts\/([\w-]+\.generated\.woff2)"\)/.exec(face)?.[1];
  if (name === undefined) continue;
  const [, lightest, boldest] = /font-weight: (\d+)(?: (\d+))?;/.exec(face) ?? [];
  const [, range = ''] = /unicode-range:([^;]+);/.exec(face) ?? [];
  const wght = boldest === undefined ? Number(lightest) : { min: Number(lightest), max: Number(boldest) };
  const options = { targetFormat: 'woff2', variationAxes: { wght } } as const;
  const cut = await subsetFont(whole, charactersOf(range), options);
  if (boldest === undefined && cut.length > oneRoundTrip)
    throw new Error(`${name} has ${cut.length} bytes: more than come in one round trip.`);
  const file = new URL(name, import.meta.url);
  // A build beside a running test does not touch what is right.
  if (!existsSync(file) || !readFileSync(file).equals(cut)) writeFileSync(file, cut);
}

/** @returns the characters of a range as style sheets write it: `U+20-7E, U+A9` */
function charactersOf(range: string): string {
  return [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    .flatMap(([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
    })
    .map((point) => String.fromCodePoint(point))
    .join('');
}
