/** @returns the page about the customer who placed an order; no URL contains their address */
export function customerPath(orderId: string): string {
  return `/admin/orders/${encodeURIComponent(orderId)}/customer`;
}
