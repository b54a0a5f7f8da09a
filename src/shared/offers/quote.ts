import { chargeStep, type Money } from '../money.ts';
import type { AddOn, IntakeQuestion, Offer } from './offer-types.ts';

/* The part of the offers that the checkout loads. */

/** A promotion code's discount: a percentage or an amount. */
export interface Discount {
  /** In upper case. */
  code: string;
  percentOff: number | null;
  amountOffMinor: number | null;
}

export interface Quote extends Money {
  /** The code's discount, at most the whole sum. */
  discountMinor: number;
  /** Business days to delivery: a rush add-on's, else the offer's. */
  days: number;
  lines: { label: string; amountMinor: number }[];
}

/**
 * Adds up an offer and chosen add-ons, less a code's discount: the one sum for button, quote, payment and
 * receipt. `days` are the fewest of offer and add-ons.
 */
export function quoteOrder(
  { name, priceMinor, currency, days }: Pick<Offer, 'name' | 'priceMinor' | 'currency' | 'days'>,
  chosen: readonly AddOn[],
  discount: Discount | null = null,
): Quote {
  const lines = [{ label: name, amountMinor: priceMinor }];
  for (const addOn of chosen) lines.push({ label: addOn.name, amountMinor: addOn.priceMinor });
  const sum = lines.reduce((amountMinor, line) => amountMinor + line.amountMinor, 0);
  const discountMinor = discount ? discountOf(discount, sum, chargeStep(currency)) : 0;
  if (discount) lines.push({ label: `Code ${discount.code}`, amountMinor: -discountMinor });
  return {
    amountMinor: sum - discountMinor,
    discountMinor,
    currency,
    days: Math.min(days, ...chosen.map((addOn) => addOn.days ?? days)),
    lines,
  };
}

/** Returns the discount in units that Stripe charges; half a unit is rounded in the customer's favor. */
function discountOf({ percentOff, amountOffMinor }: Discount, sum: number, step: number): number {
  const off =
    percentOff === null ? (amountOffMinor ?? 0) : Math.round((sum * percentOff) / 100 / step) * step;
  return Math.min(sum, off);
}

/** Returns the chosen add-ons in the offer's order; unknown ids are left out. */
export function chosenAddOns({ addOns }: Pick<Offer, 'addOns'>, ids: readonly string[]): AddOn[] {
  return addOns.filter(({ id }) => ids.includes(id));
}

/** Returns the question of an add-on, under the add-on's id; null if it asks none. */
export function questionOfAddOn({ id, asks }: AddOn): IntakeQuestion | null {
  return asks === undefined ? null : { id, kind: 'longText', label: asks, help: '', required: true };
}

/** Formats a turnaround as `1-3 business days`, one day as `1 business day`. */
export function turnaroundText(days: number): string {
  return days === 1 ? '1 business day' : `1-${days} business days`;
}

/** Returns the terms at the button of the order form (docs/product.md §1), which an order keeps. */
export function termsText(days: number): string {
  return `By placing your order you agree to these terms: Delivery in ${turnaroundText(days)}. Readings are non-refundable once delivered. For guidance and entertainment purposes.`;
}
