/** @returns the page of everything about whoever placed an order; their address stands in no URL */
export function customerPath(orderId: string): string {
  return `/admin/orders/${encodeURIComponent(orderId)}/customer`;
}
