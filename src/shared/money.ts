/** Stripe's limits in US dollars (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const minimumChargeMinor = 50;
export const maximumChargeMinor = 99_999_999;

/** Reads `"60"`, `"49.5"` or `"0.50"`. @returns null when the text is not a price with at most two decimals */
export function parseDollarsToCents(text: string): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const [, dollars = '', decimals = ''] = match;
  return Number(dollars) * 100 + Number(decimals.padEnd(2, '0'));
}

/** `1,234.50` or `1.234,50` */
const withThousands = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*(?!\1)[.,]\d{1,2}$/;

export type TypedAmount = { amountMinor: number; problem: null } | { amountMinor: null; problem: string };

/** Reads dollars as typed, also `$49,50`, into minor units. @param invalid the problem of a text that is no amount */
export function readAmount(text: string, invalid: string): TypedAmount {
  const typed = text.trim().replace(/^\$\s*/, '');
  if (/^[1-9]\d{0,2},\d{3}$/.test(typed)) {
    const whole = typed.replace(',', '');
    return {
      amountMinor: null,
      problem: `${typed} can mean two amounts. Write ${whole} without the comma, or the cents with a point.`,
    };
  }
  const decimal = withThousands.test(typed) ? typed.replace(/[.,](?=\d{3})/g, '') : typed;
  const amountMinor = parseDollarsToCents(decimal.replace(',', '.'));
  return amountMinor === null ? { amountMinor, problem: invalid } : { amountMinor, problem: null };
}

export function centsToDollars(amountMinor: number): number {
  return amountMinor / 100;
}

export function formatCents(amountMinor: number): string {
  return `${amountMinor < 0 ? '-' : ''}$${formatDecimal(Math.abs(amountMinor))}`;
}

/** Formats a price as `$60`, or with minor units as `$49.50`. */
export function formatPrice(amountMinor: number): string {
  return amountMinor % 100 === 0 ? `$${amountMinor / 100}` : formatCents(amountMinor);
}

/** Formats minor units without a currency: `4950` → `"49.50"`. */
export function formatDecimal(amountMinor: number): string {
  const whole = Math.trunc(amountMinor / 100);
  return `${whole}.${String(Math.abs(amountMinor % 100)).padStart(2, '0')}`;
}
