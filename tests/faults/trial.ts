import { readdirSync } from 'node:fs';

/** The result for one row of the tables in docs/promises.md. */
export interface Outcome {
  /** How many times the fault or the attack was tried, and how many times the promise held. */
  tried: number;
  held: number;
  /** What was lost, one line each; empty if the promise always held. */
  losses: string[];
  /** Figures worth keeping, such as `p99 41 ms`; empty when there are none. */
  remarks: string;
}

export interface Run {
  count(loss: string | null): void;
  tried(): number;
  losses: readonly string[];
  /** Whether it starts built services instead of the sources. */
  isBundle: boolean;
  /** Ends something when the trial is over, in reverse order. */
  after(end: () => unknown): void;
}

/** One fault or attack, and the promise that must survive it. */
export interface Trial {
  table: 'fault' | 'attack';
  name: string;
  promise: string;
  /** How many times in `npm run test:all` (0 when other tests there prove it), and in `npm run test:faults`. */
  counts: { quick: number; full: number };
  /** Runs it `times` times. @returns figures worth keeping */
  run(times: number, run: Run): Promise<string>;
}

/** @param progress is called with the number of finished tries */
export async function runTrial(
  trial: Trial,
  times: number,
  isBundle: boolean,
  progress: (done: number) => void = () => {},
): Promise<Outcome> {
  let tried = 0;
  const losses: string[] = [];
  const ends: (() => unknown)[] = [];
  const count = (loss: string | null) => {
    tried += 1;
    if (loss !== null) losses.push(loss);
    progress(tried);
  };
  try {
    const run = {
      count,
      losses,
      isBundle,
      tried: () => tried,
      after: (end: () => unknown) => ends.unshift(end),
    };
    const remarks = await trial.run(times, run);
    return { tried, held: tried - losses.length, losses, remarks };
  } finally {
    for (const end of ends) await end();
  }
}

const folders = ['faults', 'money', 'attacks'] as const;
export type TrialFolder = (typeof folders)[number];

/** @returns every trial, or those of one folder: each of its modules exports a list named `trials` */
export async function loadTrials(only?: TrialFolder): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const folder of only ? [only] : folders) {
    const files = readdirSync(new URL(`./${folder}`, import.meta.url)).filter((name) => name.endsWith('.ts'));
    for (const file of files.sort()) {
      const module: { trials?: Trial[] } = await import(new URL(`./${folder}/${file}`, import.meta.url).href);
      trials.push(...(module.trials ?? []));
    }
  }
  return trials;
}

/** Whether this is the short run, inside `npm run test:all`. */
export const isQuickForm = process.env.VITEST !== undefined;

/**
 * Returns how long something may take. On a small, busy machine a stopwatch says little, so only
 * `npm run test:faults` enforces the limits of the promises exactly.
 *
 * @param milliseconds the promised limit
 */
export function timeLimit(milliseconds: number): number {
  return isQuickForm ? milliseconds * 10 : milliseconds;
}

/** @returns the value below which a share of the numbers lies: `percentile(times, 0.99)` */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
