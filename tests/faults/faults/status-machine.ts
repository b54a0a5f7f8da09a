import fc from 'fast-check';
import { statusMachineProperty } from '../../../src/testing/status-machine/steps.ts';
import { createTally, type Trial } from '../trial.ts';

/** How many stories are told between two reports of progress. */
const batch = 250;

/** @returns the story that failed, what was wrong and the seed that tells it again */
function describe(failure: { counterexample: unknown; errorInstance: unknown; seed: number }): string {
  const { counterexample, errorInstance, seed } = failure;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${counterexample}: ${reason} (seed ${seed})`.replaceAll(/\s+/g, ' ');
}

export const trials: Trial[] = [
  {
    table: 'fault',
    name: 'any order of calls',
    promise: 'the order moves along its table, its approved text is frozen, one delivery for each approval',
    counts: { quick: 150, full: 10_000 },
    async run(count, progress) {
      const tally = createTally();
      const property = statusMachineProperty();
      for (let done = 0; done < count; ) {
        const numRuns = Math.min(batch, count - done);
        const details = await fc.check(property, { numRuns });
        const held = details.failed ? details.numRuns - 1 : numRuns;
        for (let i = 0; i < held; i++) tally.count(null);
        // A run that fails ends its batch, shrunk to the shortest story that fails.
        if (details.failed) tally.count(describe(details));
        done += numRuns;
        progress(done);
      }
      return tally.outcome();
    },
  },
];
