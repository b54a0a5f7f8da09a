import fc from 'fast-check';
import { test } from 'vitest';
import { statusMachineProperty } from './simulation/status-machine.ts';

test('moves orders only as the status table allows, for every role', async () => {
  await fc.assert(statusMachineProperty(), { numRuns: 30 });
}, 60_000);
