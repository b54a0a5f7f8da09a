import { fileURLToPath } from 'node:url';
import { letterCharacters } from './letter-characters.generated.ts';

type FontName = keyof typeof letterCharacters;

export interface FontRun {
  font: FontName;
  text: string;
}

export const fontFile = (name: FontName | 'letter-500') =>
  fileURLToPath(new URL(`../../styles/fonts/${name}.generated.ttf`, import.meta.url));

const fonts = Object.entries(letterCharacters).map(([font, characters]) => ({
  font: font as FontName,
  characters: new Set(characters),
}));
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Replaces a character that no font has. */
const unknown: FontRun = { font: 'letter-math', text: '□' };

/** Splits a text by the fonts that have its characters; others become a plainer letter or a box. */
export function fontRuns(text: string): FontRun[] {
  const runs: FontRun[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1);
    const next = drawingOf(segment, last?.font);
    if (last?.font === next.font) last.text += next.text;
    else runs.push(next);
  }
  return runs;
}

/** @param current the font before it, which also draws the spaces and punctuation that it has */
function drawingOf(segment: string, current: FontName | undefined): FontRun {
  const plain = segment.replace(/[\p{Variation_Selector}\p{Emoji_Modifier}]/gu, '');
  for (const text of [plain, plain.normalize('NFKC'), plain.normalize('NFKD').replace(/\p{M}/gu, '')]) {
    const able = fonts.filter(({ characters }) => [...text].every((character) => characters.has(character)));
    const same = /^[^\p{L}\p{N}]/u.test(text) ? able.find(({ font }) => font === current) : undefined;
    const chosen = same ?? able[0];
    if (chosen) return { font: chosen.font, text };
  }
  return { ...unknown };
}
