import { turnaroundText } from '../offers/quote.ts';

/** Returns the terms at the button of the order form (docs/product.md §1), which an order keeps. */
export function termsText(days: number): string {
  return `By placing your order you agree to these terms: Delivery in ${turnaroundText(days)}. Readings are non-refundable once delivered. For guidance and entertainment purposes.`;
}
