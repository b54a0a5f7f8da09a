/** Crockford's base 32: no I, L, O or U (https://www.crockford.com/base32.html). */
export const orderNumberAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How an order number looks: `CT-7K3M9Q` (docs/product.md §4). */
export const orderNumberPattern = /^CT-[0-9A-HJKMNP-TV-Z]{6}$/;

/** @returns whether a text has the form of an order number; only then is it shown back to anyone */
export function isOrderNumber(text: string): boolean {
  return orderNumberPattern.test(text);
}

/** @returns the first order number in a text, such as a sentence of the server */
export function findOrderNumber(text: string): string | null {
  return /\bCT-[0-9A-HJKMNP-TV-Z]{6}\b/.exec(text)?.[0] ?? null;
}
