/** Crockford's base 32: no I, L, O or U (https://www.crockford.com/base32.html). */
export const orderNumberAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const orderNumberPattern = /^CT-[0-9A-HJKMNP-TV-Z]{6}$/;

export function isOrderNumber(text: string): boolean {
  return orderNumberPattern.test(text);
}

/** Parses a typed order number, else null: O is 0, I and L are 1; ignores case, blanks, hyphens, `CT` and `#`. */
export function parseOrderNumber(text: string): string | null {
  const typed = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Dash}\p{Cf}]/gu, '');
  const [, letters = ''] = /^#?(?:CT)?([0-9A-Z]{6})[.,]?$/.exec(typed) ?? [];
  const orderNumber = `CT-${letters.replaceAll('O', '0').replace(/[IL]/g, '1')}`;
  return isOrderNumber(orderNumber) ? orderNumber : null;
}

/** Returns the first order number written exactly as `CT-…` in a text, else null. */
export function findOrderNumber(text: string): string | null {
  return /\bCT-[0-9A-HJKMNP-TV-Z]{6}\b/.exec(text)?.[0] ?? null;
}
