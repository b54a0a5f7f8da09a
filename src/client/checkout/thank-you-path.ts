/**
 * @param isFree whether there was nothing to pay
 * @returns the address of the order confirmation
 */
export function thankYouPath(orderNumber: string, isFree = false): string {
  return `/thank-you?order=${encodeURIComponent(orderNumber)}${isFree ? '&free=true' : ''}`;
}
