import { statusMachineProperty } from '../../../src/testing/status-machine/steps.ts';
import { checkInBatches } from '../property.ts';
import { createTally, type Trial } from '../trial.ts';

/** How many stories are told between two reports of progress. */
const batch = 250;

export const trials: Trial[] = [
  {
    table: 'fault',
    name: 'any order of calls',
    promise: 'the order moves along its table, its approved text is frozen, one delivery for each approval',
    counts: { quick: 150, full: 10_000 },
    async run(count, progress) {
      const tally = createTally();
      await checkInBatches(statusMachineProperty(), { count, batch }, tally, progress);
      return tally.outcome();
    },
  },
];
