import { foldText } from '../text.ts';
import { parseOrderNumber } from './order-number.ts';

/** Returns the folded text that order searches run on. */
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

/** Returns the folded words of a search; if it is an existing order's number, however typed, only that number. */
export function searchedWords(search: string, isKnown: (orderNumber: string) => boolean): string[] {
  const orderNumber = parseOrderNumber(search);
  return foldSearchWords(orderNumber && isKnown(orderNumber) ? orderNumber : search);
}
