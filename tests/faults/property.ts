import fc from 'fast-check';
import type { Run } from './trial.ts';

const batch = 50;

/** Checks a property in batches. A failing run ends its batch, shrunk to the shortest failing story. */
export async function checkInBatches<T>(
  property: fc.IAsyncProperty<T>,
  times: number,
  { count }: Run,
): Promise<void> {
  for (let done = 0; done < times; done += batch) {
    const numRuns = Math.min(batch, times - done);
    const failure = await fc.check(property, { numRuns });
    const held = failure.failed ? failure.numRuns - 1 : numRuns;
    for (let i = 0; i < held; i++) count(null);
    if (!failure.failed) continue;
    const { counterexample, errorInstance, seed } = failure;
    const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    count(`${fc.stringify(counterexample)}: ${reason} (seed ${seed})`.replaceAll(/\s+/g, ' '));
  }
}
