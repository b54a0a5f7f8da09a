/** Crockford's base 32: no I, L, O or U (https://www.crockford.com/base32.html). */
export const orderNumberAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How an order number looks: `CT-7K3M9Q` (docs/product.md §4). */
export const orderNumberPattern = /^CT-[0-9A-HJKMNP-TV-Z]{6}$/;

/** @returns whether a text has the form of an order number; only then is it shown back to anyone */
export function isOrderNumber(text: string): boolean {
  return orderNumberPattern.test(text);
}

/**
 * Reads an order number as people type it, by Crockford's rules: O is 0, I and L are 1, case, blanks and hyphens of any
 * kind do not matter; `CT`, a `#` in front and a full stop behind may be there or not.
 *
 * @returns `CT-7K3M9Q`, or null when the text is no order number
 */
export function parseOrderNumber(text: string): string | null {
  const typed = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Dash}\p{Cf}]/gu, '');
  const [, letters = ''] = /^#?(?:CT)?([0-9A-Z]{6})[.,]?$/.exec(typed) ?? [];
  const orderNumber = `CT-${letters.replaceAll('O', '0').replace(/[IL]/g, '1')}`;
  return isOrderNumber(orderNumber) ? orderNumber : null;
}

/** @returns the first order number in a text, such as a sentence of the server */
export function findOrderNumber(text: string): string | null {
  return /\bCT-[0-9A-HJKMNP-TV-Z]{6}\b/.exec(text)?.[0] ?? null;
}
