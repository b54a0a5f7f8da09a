/** Limits for the checkout, in bytes as sent over the wire. Stripe's own script is not counted. */
export const checkoutBudgets = {
  JavaScript: 86_000,
  CSS: 11_000,
  HTML: 11_000,
  fonts: 70_000,
};

/** Limits for our part of a dashboard's first screen, in bytes as sent over the wire. */
export const deskBudgets = { JavaScript: 130_000 };

/** Limits for Lighthouse on every public page: a phone on a simulated slow 4G. */
export const lighthouseBudgets = {
  performance: { atLeast: 100 },
  accessibility: { atLeast: 100 },
  'best-practices': { atLeast: 100 },
  seo: { atLeast: 100 },
  /** Milliseconds until the largest element of the first screen is shown. */
  'largest-contentful-paint': { atMost: 1_000 },
  /** How much of the screen shifts, and how far. */
  'cumulative-layout-shift': { atMost: 0.01 },
  /** Milliseconds in which the page cannot react. */
  'total-blocking-time': { atMost: 100 },
} satisfies Record<string, { atLeast: number } | { atMost: number }>;
