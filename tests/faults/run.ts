import type { Outcome, Trial } from './trial.ts';
import { loadTrials } from './trials.ts';

/*
 * `npm run test:faults [-- WORD…]`: every fault and attack at its full count, or those whose name contains
 * one of the words. `--quick` takes the counts of `npm run test:all`. Ends with a table of what was tried, held
 * and lost; the exit code is 1 when anything was lost.
 */

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isQuick = process.argv.includes('--quick');

const trials = (await loadTrials()).filter(
  ({ name, counts }) =>
    (words.length === 0 || words.some((word) => name.includes(word))) && !(isQuick && counts.quick === 0),
);
const rows: { trial: Trial; outcome: Outcome; seconds: number }[] = [];

for (const trial of trials) {
  const count = isQuick ? trial.counts.quick : trial.counts.full;
  const startedAt = Date.now();
  showProgress(trial, 0, count);
  let outcome: Outcome;
  try {
    outcome = await trial.run(count, (done) => showProgress(trial, done, count));
  } catch (error) {
    outcome = { tried: count, held: 0, losses: [`the trial broke off: ${error}`] };
  }
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  rows.push({ trial, outcome, seconds });
  process.stdout.write(`\r\u001b[K${describe(trial, outcome)} (${seconds} s)\n`);
  for (const loss of outcome.losses.slice(0, 5)) console.log(`    lost: ${loss}`);
}

console.log('\n| | trial | tried | held | lost | |\n|---|---|---:|---:|---:|---|');
for (const { trial, outcome } of rows) {
  const { tried, held, losses, remarks = '' } = outcome;
  console.log(`| ${trial.table} | ${trial.name} | ${tried} | ${held} | ${losses.length} | ${remarks} |`);
}
const lost = rows.reduce((sum, { outcome }) => sum + outcome.losses.length, 0);
const passed = rows.filter(({ outcome }) => outcome.losses.length === 0).length;
console.log(`\n${lost} losses\n${passed} passed, ${rows.length - passed} failed`);
process.exit(lost === 0 && rows.length > 0 ? 0 : 1);

function describe(trial: Trial, { tried, held, losses }: Outcome): string {
  return `${losses.length === 0 ? 'held' : 'LOST'}  ${trial.name}: ${held} of ${tried}`;
}

function showProgress(trial: Trial, done: number, count: number) {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${trial.name}: ${done} of ${count}`);
  else if (done === 0) console.log(`${trial.name}: ${count} to try`);
}
