/** What the checkout may weigh, in bytes as they go over the wire. Stripe's own script is not ours. */
export const checkoutBudgets = {
  JavaScript: 80_000,
  CSS: 10_000,
  HTML: 10_000,
  fonts: 45_000,
};
