/** What the checkout may weigh, in bytes as they go over the wire. Stripe's own script is not ours. */
export const checkoutBudgets = {
  JavaScript: 86_000,
  CSS: 11_000,
  HTML: 11_000,
  fonts: 70_000,
};

/** What a dashboard's first screen may need of us, in bytes as they go over the wire. */
export const deskBudgets = { JavaScript: 130_000 };

/** What Lighthouse has to find on every public page: a phone on a simulated slow 4G. */
export const lighthouseBudgets = {
  performance: { atLeast: 100 },
  accessibility: { atLeast: 100 },
  'best-practices': { atLeast: 100 },
  seo: { atLeast: 100 },
  /** Milliseconds until the largest thing of the first screen is there. */
  'largest-contentful-paint': { atMost: 1_000 },
  /** How much of the screen jumps, and how far. */
  'cumulative-layout-shift': { atMost: 0.01 },
  /** Milliseconds in which the page could not react. */
  'total-blocking-time': { atMost: 100 },
} satisfies Record<string, { atLeast: number } | { atMost: number }>;
