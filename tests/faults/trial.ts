/** What came of one row of the tables in docs/promises.md. */
export interface Outcome {
  /** How many times the fault or the attack was brought about. */
  tried: number;
  /** How many times the promise held. */
  held: number;
  /** What was lost, in words, one line each; empty when the promise held every time. */
  losses: string[];
  /** Figures worth keeping, such as `p99 41 ms`. */
  remarks?: string;
}

/** One fault or attack, and the promise that must survive it. */
export interface Trial {
  table: 'fault' | 'attack';
  name: string;
  promise: string;
  /** How many times in `npm run test:all` (0 when other tests there prove it), and in `npm run test:faults`. */
  counts: { quick: number; full: number };
  /**
   * Brings it about so many times and counts what held.
   *
   * @param progress to be told now and then how many are done
   */
  run(count: number, progress: (done: number) => void): Promise<Outcome>;
}

/** Counts as a trial goes. */
export function createTally() {
  let tried = 0;
  const losses: string[] = [];
  return {
    /** Counts one try; a loss is described. */
    count(loss: string | null) {
      tried += 1;
      if (loss !== null) losses.push(loss);
    },
    outcome: (remarks?: string): Outcome => ({
      tried,
      held: tried - losses.length,
      losses,
      ...(remarks === undefined ? {} : { remarks }),
    }),
  };
}

export type Tally = ReturnType<typeof createTally>;

/** Whether this is the quick form, inside `npm run test:all`. */
export const isQuickForm = process.env.VITEST !== undefined;

/**
 * How long something may take. Beside other tests on a small machine a stopwatch says little, so the
 * limits of the promises are only held to the letter by `npm run test:faults`.
 *
 * @param milliseconds the limit that is promised
 */
export function timeLimit(milliseconds: number): number {
  return isQuickForm ? milliseconds * 10 : milliseconds;
}

/** @returns the value below which a share of the numbers lies: `percentile(times, 0.99)` */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
