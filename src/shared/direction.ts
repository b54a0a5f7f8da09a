const letters = /\p{L}/gu;
/** The blocks from Hebrew to Arabic, their presentation forms, and Adlam. */
const rightToLeftLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{1e900}-\u{1e95f}]/u;

/**
 * Says which way a paragraph runs, by most of its letters: the first one, which `dir="auto"` goes by, may be of a name in
 * another script.
 */
export function directionOf(paragraph: string): 'ltr' | 'rtl' {
  const all = paragraph.match(letters) ?? [];
  return all.filter((letter) => rightToLeftLetters.test(letter)).length * 2 > all.length ? 'rtl' : 'ltr';
}
