import { expect, test } from 'vitest';
import { loadTrials, runTrial, type TrialFolder } from './trial.ts';

/** Runs short forms of a folder's trials as tests: all on the sources, or the named ones on the built service. */
export async function testShortTrials(folder: TrialFolder, names?: readonly string[]): Promise<void> {
  for (const trial of await loadTrials(folder)) {
    if (trial.counts.quick === 0 || (names && !names.includes(trial.name))) continue;
    test(`${trial.name}: ${trial.promise}`, { timeout: 240_000 }, async () => {
      const { losses, tried } = await runTrial(trial, trial.counts.quick, names !== undefined);
      expect(losses).toEqual([]);
      expect(tried).toBeGreaterThan(0);
    });
  }
}
