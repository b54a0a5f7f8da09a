import fc from 'fast-check';
import { test } from 'vitest';
import { statusMachineProperty } from './simulation/status-machine.ts';

test('whatever admin, readers, Stripe and the mail server do, an order moves as its table says', async () => {
  await fc.assert(statusMachineProperty(), { numRuns: 30 });
}, 60_000);
