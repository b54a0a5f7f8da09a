const mostOrders = 10_000;

/** @returns why a shop cannot take so many open orders, or null when it can */
export function mostOpenOrdersProblem(count: number): string | null {
  const isPossible = Number.isInteger(count) && count >= 1 && count <= mostOrders;
  return isPossible ? null : `The most open orders are a whole number from 1 to ${mostOrders}.`;
}
