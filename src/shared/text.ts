// Except tab and line feed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: stripping them is the purpose
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

// Zero-width blanks and direction marks; the joiners of emoji and of some scripts stay.
const invisibleCharacters = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;

/** Replaces every line break with `\n`: also `\r\n`, `\r`, form feeds and Unicode's separators. */
export function unifyLineEnds(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: separators of records and units end lines, too
  return text.replace(/\r\n?|[\v\f\u001c-\u001f\u0085\u2028\u2029]/g, '\n');
}

/** Removes control and invisible characters, makes every line break `\n`, and trims. */
export function cleanText(text: string): string {
  return unifyLineEnds(text.toWellFormed())
    .replace(controlCharacters, '')
    .replace(invisibleCharacters, '')
    .trim();
}

/** Decodes `%41` or `%2F`; null when malformed. Also used as a check: the bundler drops an unused `decodeURI`. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Returns whether a text has a letter, a number, punctuation or a symbol. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** Cleans like `cleanText`, and makes all blanks and line breaks single spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}

/** Returns a text to compare in any case and with accents composed or not: in lower case, composed (NFC). */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

/** Returns a promotion code as shown: cleaned, in upper case, with plain hyphens. Compare by `foldCode`. */
export function asCode(text: string): string {
  return cleanLine(text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''))
    .replace(/\p{Pd}/gu, '-')
    .toUpperCase();
}

/**
 * Returns one canonical form of a promotion code for comparing: letters, digits, and marks where they are
 * more than accents (Devanagari, Thai, Hebrew). A code without letters and digits stays as it is.
 */
export function foldCode(text: string): string {
  const code = asCode(text);
  const folded = code
    .normalize('NFKD')
    .replace(/[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}]\p{M}*/gu, foldText)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return folded || code;
}

/** Letters without a decomposition; below each, the letter people type on a keyboard that lacks it. */
const letters = 'ɓƀđɖɗðəɛƒɠǥɣħɦıɨƙłŋɲøɔɵŧʉʋƴƶς';
const plainer = 'bbddddeefggghhiiklnnoootuvyzσ';
const letterPairs: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

/**
 * Returns one canonical form of a text for comparing: case, accents, apostrophes and invisible characters do
 * not matter; dashes, quotes and blanks become the plain ones.
 */
export function foldText(text: string): string {
  return cleanText(text)
    .replace(/['\u02b9\u02bb-\u02bf\u2018-\u201b\u2032\u00b4`\uff07]/g, '')
    .replace(/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\p{Dash}/gu, '-')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => letterPairs[letter] ?? plainer[letters.indexOf(letter)] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Counts the words between blanks: a sentence in Chinese is one. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

const anyLetter = /\p{L}/gu;
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{1e900}-\u{1e95f}]/u;

/** Returns the direction of most of a paragraph's letters: `dir="auto"` uses only the first. */
export function directionOf(paragraph: string): 'ltr' | 'rtl' {
  const all = paragraph.match(anyLetter) ?? [];
  return all.filter((letter) => rightToLeftLetter.test(letter)).length * 2 > all.length ? 'rtl' : 'ltr';
}

/** Finds a link's secret in a text, such as one with a period at its end; '' without a secret. */
export function linkSecretIn(text: string): string {
  return /(?<![\w-])[\w-]{22}(?![\w-])/.exec(text)?.[0] ?? '';
}
