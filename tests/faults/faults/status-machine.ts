import { checkInBatches } from '../property.ts';
import { statusMachineProperty } from '../status-machine.ts';
import type { Trial } from '../trial.ts';

export const trials: Trial[] = [
  {
    table: 'fault',
    name: 'any order of calls',
    promise: 'the order moves along its table, its approved text is frozen, one delivery for each approval',
    counts: { quick: 150, full: 10_000 },
    async run(times, run) {
      await checkInBatches(statusMachineProperty(), times, run);
      return '';
    },
  },
];
