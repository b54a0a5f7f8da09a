/**
 * Cuts Fraunces into the files that theme.css names, by weight and characters, and copies what the PDF of a letter is set
 * in. Runs before each build.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';

/** In bytes: nine segments of 1,460 come in a round trip of 150 ms at 1.6 Mbit/s, less 1,070 for the answer’s head. */
const oneRoundTrip = 12_070;

const styles = new URL('../../src/styles/', import.meta.url);
const fonts = new URL('fonts/', styles);
mkdirSync(fonts, { recursive: true });
const sheet = readFileSync(new URL('theme.css', styles), 'utf8');
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
  writeChanged(new URL(name, fonts), cut);
}

// These have the Latin letters of all languages in one file, the same ones in both weights.
const letterFonts = [
  import.meta.resolve('@expo-google-fonts/fraunces/400Regular/Fraunces_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/fraunces/500Medium/Fraunces_500Medium.ttf'),
].map((source) => readFileSync(fileURLToPath(source)));
const [regular, medium] = letterFonts as [Buffer, Buffer];
writeChanged(new URL('letter-400.generated.ttf', fonts), regular);
writeChanged(new URL('letter-500.generated.ttf', fonts), medium);

const face = create(regular) as Font;
// A mark that stands by itself is not drawn over every letter; the PDF's text is composed.
const characters = String.fromCodePoint(...face.characterSet).replace(/[\p{C}\p{M}]/gu, '');
const module = `/** What the font of a letter’s PDF draws. */\nexport const letterCharacters = new Set(\n  ${JSON.stringify(characters)},\n);\n`;
writeChanged(
  new URL('../../src/server/mail/letter-characters.generated.ts', import.meta.url),
  Buffer.from(module),
);

/** An unchanged file is not touched: a test may be running. */
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
