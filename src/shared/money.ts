/** Stripe charges no less than this in US dollars (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const minimumChargeCents = 50;

/** Stripe's largest amount for one charge in US dollars: eight digits of cents. */
export const maximumChargeCents = 99_999_999;

/**
 * Reads a price in dollars from its decimal notation, without floating point arithmetic.
 *
 * @param text e.g. `"60"`, `"49.5"`, `"0.50"`
 * @returns whole cents, or null when the text is not a price with at most two decimals
 */
export function parseDollarsToCents(text: string): number | null {
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const [, dollars = '', decimals = ''] = match;
  return Number(dollars) * 100 + Number(decimals.padEnd(2, '0'));
}

/** @returns dollars as a number, the API's unit: `4950` → `49.5` */
export function centsToDollars(cents: number): number {
  return cents / 100;
}

/** @returns dollars with both decimals: `4950` → `"$49.50"` */
export function formatCents(cents: number): string {
  return `${cents < 0 ? '-' : ''}$${formatDecimal(Math.abs(cents))}`;
}

/** @returns the shortest exact form, for the Pay button: `6000` → `"$60"`, `4950` → `"$49.50"` */
export function formatPrice(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : formatCents(cents);
}

/** @returns the decimal notation without the currency sign: `4950` → `"49.50"` */
export function formatDecimal(cents: number): string {
  const whole = Math.trunc(cents / 100);
  return `${whole}.${String(Math.abs(cents % 100)).padStart(2, '0')}`;
}
