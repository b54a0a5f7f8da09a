/**
 * Cuts Fraunces and Rubik into the files named in theme.css and fonts.css, by weight and characters, and copies the fonts of
 * a letter's PDF. Runs before each build.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';
import { letterFonts } from './letter-fonts.ts';

/** In bytes: nine segments of 1,460 arrive in one round trip of 150 ms at 1.6 Mbit/s, less 1,070 for the headers. */
const oneRoundTrip = 12_070;

const styles = new URL('../../src/styles/', import.meta.url);
const fonts = new URL('fonts/', styles);
mkdirSync(fonts, { recursive: true });
const sheets = ['theme.css', 'fonts.css'].map((name) => readFileSync(new URL(name, styles), 'utf8')).join('');
const sources: Record<string, string> = {
  fraunces: import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2'),
  rubik: import.meta.resolve('@fontsource-variable/rubik/files/rubik-latin-wght-normal.woff2'),
};

for (const [face] of sheets.matchAll(/@font-face \{[^}]*\}/g)) {
  const [, name, family] = /url\("\.\/fonts\/((\w+)-\w+\.generated\.woff2)"\)/.exec(face) ?? [];
  const source = sources[family ?? ''];
  if (name === undefined || source === undefined) continue;
  const whole = readFileSync(fileURLToPath(source));
  const [, lightest, boldest] = /font-weight: (\d+)(?: (\d+))?;/.exec(face) ?? [];
  const [, range = ''] = /unicode-range:([^;]+);/.exec(face) ?? [];
  const wght = boldest === undefined ? Number(lightest) : { min: Number(lightest), max: Number(boldest) };
  const options = { targetFormat: 'woff2', variationAxes: { wght } } as const;
  const cut = await subsetFont(whole, charactersOf(range), options);
  if (boldest === undefined && cut.length > oneRoundTrip)
    throw new Error(`${name} has ${cut.length} bytes: more than come in one round trip.`);
  writeChanged(new URL(name, fonts), cut);
}

const drawn: Record<string, string> = {};
for (const { name, source, of = /./u } of letterFonts) {
  const font = readFileSync(fileURLToPath(import.meta.resolve(source)));
  const all = [...charactersIn(font)].filter((character) => of.test(character));
  // Fraunces is small, with the same letters in both weights. The serif draws whole words and their marks.
  const isWhole = /-(\d+|serif)$/.test(name);
  const known = new Set(Object.values(drawn).join(''));
  const characters = isWhole ? all : all.filter((character) => !known.has(character));
  const variationAxes = name === 'letter-symbols' ? { wght: 400 } : {};
  const options = { targetFormat: 'truetype', variationAxes } as const;
  const cut = /-\d+$/.test(name) ? font : await subsetFont(font, characters.join(''), options);
  writeChanged(new URL(`${name}.generated.ttf`, fonts), cut);
  // In Fraunces, a combining mark is not drawn over every letter.
  if (name !== 'letter-500')
    drawn[name] = characters.join('').replace(name === 'letter-400' ? /\p{M}/gu : '', '');
}

const module = `/** What the fonts of a letter’s PDF draw, in the order in which they are asked. */\nexport const letterCharacters = ${JSON.stringify(drawn, null, 2)};\n`;
writeChanged(
  new URL('../../src/server/mail/letter-characters.generated.ts', import.meta.url),
  Buffer.from(module),
);

function charactersIn(font: Buffer): string {
  return String.fromCodePoint(...(create(font) as Font).characterSet).replace(/\p{C}/gu, '');
}

/** Writes a file only if it changed: a test may be running. */
function writeChanged(file: URL, bytes: Buffer): void {
  if (!existsSync(file) || !readFileSync(file).equals(bytes)) writeFileSync(file, bytes);
}

function charactersOf(range: string): string {
  return [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    .flatMap(([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
    })
    .map((point) => String.fromCodePoint(point))
    .join('');
}
