import type { RunResult } from './run.ts';
import type { RunOutcome } from './run-all.ts';
import { faultNames } from './world/faults.ts';

/**
 * @param took real milliseconds
 * @returns what happened in all runs, and which promises were asked about how often
 */
export function tableOf(outcomes: readonly RunOutcome[], took: number): string {
  const results = resultsOf(outcomes);
  const counts = sumOf(results.map(({ counts: one }) => one));
  const asked = sumOf(results.map(({ asked: one }) => one));
  const years = results.reduce((sum, { months }) => sum + months / 12, 0);
  const broken = results.flatMap(({ breaches }) => breaches.map(({ promise }) => promise));
  const happened = [...counts].filter(([name]) => !faultNames.includes(name) && !name.startsWith('error:'));
  const faults = faultNames.map((name): [string, number] => [name, counts.get(name) ?? 0]);
  const rows = (entries: Iterable<[string, number]>) =>
    [...entries]
      .map(([name, number]) => `  ${number.toLocaleString('en-US').padStart(14)}  ${name}`)
      .join('\n');
  const seconds = took / 1000;
  return [
    `${results.length} of ${outcomes.length} runs, ${round(years)} simulated years in ${Math.round(seconds)} s: ${round(years / seconds)} years a second`,
    `  ${results
      .reduce((sum, { lives }) => sum + lives, 0)
      .toLocaleString('en-US')
      .padStart(14)}  times the service was started`,
    'What happened',
    rows(happened.sort(([a], [b]) => a.localeCompare(b))),
    'What went wrong',
    rows(faults),
    'Promises, and how often each was asked about',
    rows(asked),
    broken.length === 0 ? 'All were kept.' : `Broken: ${[...new Set(broken)].join('; ')}`,
    hashes(results),
  ].join('\n');
}

/** @returns the results of the runs that came to an end */
function resultsOf(outcomes: readonly RunOutcome[]): RunResult[] {
  return outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
}

function hashes(results: RunResult[]): string {
  const shown = results.slice(0, 5).map(({ seed, hash }) => `  seed ${seed}: ${hash.slice(0, 16)}`);
  return ['What was in the files at the end', ...shown, ...(results.length > 5 ? ['  …'] : [])].join('\n');
}

function sumOf(maps: ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const map of maps) for (const [name, number] of map) sums.set(name, (sums.get(name) ?? 0) + number);
  return sums;
}

const round = (number: number) => (number >= 10 ? number.toFixed(0) : number.toPrecision(2));
