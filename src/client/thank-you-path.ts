/** @returns the address of the order confirmation */
export function thankYouPath(orderNumber: string): string {
  return `/thank-you?order=${encodeURIComponent(orderNumber)}`;
}
