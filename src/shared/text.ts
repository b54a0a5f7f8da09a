// Control characters except tab, line feed and carriage return: they come from pasted text and mean nothing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: stripping them is the purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2028\u2029]/g;

// Zero-width blanks and marks that turn the direction of what follows: invisible, and a way to deceive. The
// joiners of emoji and of some scripts stay.
const invisibleCharacters = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;

/** @returns the text without control and invisible characters, with `\n` line ends, trimmed */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(controlCharacters, '')
    .replace(invisibleCharacters, '')
    .trim();
}

/**
 * Decodes `%41` and the like. Use it also to find out whether a text is well formed: a bundler drops a call of
 * `decodeURI` whose value is not read, and the check with it.
 *
 * @returns null when the text is malformed
 */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** @returns whether there is anything to see in a text */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** @returns one line of clean text: line breaks and tabs become single spaces */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}

/** @returns how many words a text has */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
