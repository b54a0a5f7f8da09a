import { expect, test } from 'vitest';
import { loadTrials, type TrialFolder } from './trials.ts';

/** The quick form of `npm run test:faults`: the trials of one folder, or those of some names, as tests. */
export async function testQuickly(folder: TrialFolder, names?: readonly string[]): Promise<void> {
  for (const trial of await loadTrials(folder)) {
    if (trial.counts.quick === 0 || (names && !names.includes(trial.name))) continue;
    test(`${trial.name}: ${trial.promise}`, { timeout: 120_000 }, async () => {
      const outcome = await trial.run(trial.counts.quick, () => {});
      expect(outcome.losses).toEqual([]);
      expect(outcome.held).toBe(outcome.tried);
      expect(outcome.tried).toBeGreaterThan(0);
    });
  }
}
