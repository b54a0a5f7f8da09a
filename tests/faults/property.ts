import fc from 'fast-check';
import type { Tally } from './trial.ts';

/**
 * Checks a property so many times, each time counted, and reports progress between batches. A run that fails
 * ends its batch, shrunk to the shortest story that fails.
 */
export async function checkInBatches<T>(
  property: fc.IAsyncProperty<T>,
  { count, batch }: { count: number; batch: number },
  tally: Tally,
  progress: (done: number) => void,
): Promise<void> {
  for (let done = 0; done < count; ) {
    const numRuns = Math.min(batch, count - done);
    const details = await fc.check(property, { numRuns });
    const held = details.failed ? details.numRuns - 1 : numRuns;
    for (let i = 0; i < held; i++) tally.count(null);
    if (details.failed) tally.count(describe(details));
    done += numRuns;
    progress(done);
  }
}

/** @returns the story that failed, what was wrong and the seed that tells it again */
function describe(failure: { counterexample: unknown; errorInstance: unknown; seed: number }): string {
  const { counterexample, errorInstance, seed } = failure;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${fc.stringify(counterexample)}: ${reason} (seed ${seed})`.replaceAll(/\s+/g, ' ');
}
