// Without tab, line feed and carriage return.
// biome-ignore lint/suspicious/noControlCharactersInRegex: stripping them is the purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2028\u2029]/g;

// Zero-width blanks and direction marks; the joiners of emoji and of some scripts stay.
const invisibleCharacters = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;

/** Removes control and invisible characters, makes line ends `\n`, and trims. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(controlCharacters, '')
    .replace(invisibleCharacters, '')
    .trim();
}

/** Decodes `%41`; null when malformed. Also to check that: the bundler drops a `decodeURI` whose value is not read. */
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

export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}

/** Returns a promotion code as it is stored, however it was typed. */
export function asCode(text: string): string {
  return cleanLine(text).normalize('NFKC').toUpperCase();
}

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
