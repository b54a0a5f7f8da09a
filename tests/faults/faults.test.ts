import { expect, test } from 'vitest';
import { loadTrials } from './trials.ts';

/* The quick form of `npm run test:faults`. */

for (const trial of await loadTrials()) {
  if (trial.counts.quick === 0) continue;
  test(`${trial.name}: ${trial.promise}`, { timeout: 120_000 }, async () => {
    const outcome = await trial.run(trial.counts.quick, () => {});
    expect(outcome.losses).toEqual([]);
    expect(outcome.held).toBe(outcome.tried);
    expect(outcome.tried).toBeGreaterThan(0);
  });
}
