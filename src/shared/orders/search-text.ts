import { parseOrderNumber } from './order-number.ts';

/** Letters that NFKD does not take apart. */
const plainLetters: Record<string, string> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** Returns a text in lower case without accents and apostrophes, with straight quotes and single blanks. */
export function foldText(text: string): string {
  return text
    .replace(/['\u2018-\u201b\u02b9\u02bb-\u02bd\u2032\u00b4\u0060\uff07]/g, '')
    .replace(/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ıłøđðħþßæœ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

export function searchTextOf(
  customerName: string,
  customerEmail: string,
  orderNumber: string,
  canonicalEmail = customerEmail,
): string {
  return [...new Set([customerName, customerEmail, orderNumber, canonicalEmail].map(foldText))].join('\n');
}

/** Returns the folded words of a search, each once, the longest first. */
export function foldSearchWords(text: string): string[] {
  const words = foldText(text).split(' ').filter(Boolean);
  return [...new Set(words)].sort((a, b) => b.length - a.length);
}

/** @returns the words of a search, or only the order number when it reads as one that is known */
export function searchedWords(search: string, isKnown: (orderNumber: string) => boolean): string[] {
  const orderNumber = parseOrderNumber(search);
  return foldSearchWords(orderNumber && isKnown(orderNumber) ? orderNumber : search);
}
