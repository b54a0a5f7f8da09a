import { tellStories } from '../attacks-support/stories.ts';
import type { Trial } from '../trial.ts';

/* What only a browser can tell. `npm run test:all` tells these stories among the others of tests/e2e. */

export const trials: Trial[] = [
  {
    table: 'attack',
    name: 'headers and Content-Security-Policy in a browser',
    promise:
      'a whole purchase violates no rule, no script is allowed inline, every answer carries the headers',
    counts: { quick: 0, full: 5 },
    run: (count) => tellStories('headers', count),
  },
  {
    table: 'attack',
    name: 'payloads in a browser',
    promise: 'none runs in a page or in a mail, wherever it was typed',
    counts: { quick: 0, full: 1 },
    run: (count) => tellStories('payloads', count),
  },
];
