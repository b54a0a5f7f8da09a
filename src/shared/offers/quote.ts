import type { AddOn, Offer } from './offers.ts';

export interface Quote {
  amountCents: number;
  /** Business days to delivery: a rush add-on's, else the offer's. */
  days: number;
  lines: { label: string; amountCents: number }[];
}

/** Adds up an offer and its chosen add-ons: the one sum for button, `POST /api/quote`, payment and receipt. */
export function quoteOrder(
  { name, priceCents, days }: Pick<Offer, 'name' | 'priceCents' | 'days'>,
  chosen: readonly AddOn[],
): Quote {
  const lines = [{ label: name, amountCents: priceCents }];
  for (const addOn of chosen) lines.push({ label: addOn.name, amountCents: addOn.priceCents });
  return {
    amountCents: lines.reduce((sum, line) => sum + line.amountCents, 0),
    days: Math.min(days, ...chosen.map((addOn) => addOn.days ?? days)),
    lines,
  };
}

/** Returns the chosen add-ons in the offer's order; ids that it does not have are left out. */
export function chosenAddOns({ addOns }: Pick<Offer, 'addOns'>, ids: readonly string[]): AddOn[] {
  return addOns.filter(({ id }) => ids.includes(id));
}
