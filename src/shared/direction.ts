const letters = /\p{L}/gu;
const rightToLeftLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{1e900}-\u{1e95f}]/u;

/** Returns the direction of a paragraph by most of its letters: `dir="auto"` goes by the first. */
export function directionOf(paragraph: string): 'ltr' | 'rtl' {
  const all = paragraph.match(letters) ?? [];
  return all.filter((letter) => rightToLeftLetters.test(letter)).length * 2 > all.length ? 'rtl' : 'ltr';
}
