import { loadTrials, type Outcome, runTrial, type Trial } from './trial.ts';

/*
 * `npm run test:faults [-- WORD…]`: runs every fault and attack at its full count, or those whose name
 * contains one of the words. `--quick` takes the counts of `npm run test:all`. Ends with a table of the
 * numbers tried, held, and lost; the exit code is 1 if anything was lost.
 */

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isQuick = process.argv.includes('--quick');

const trials = (await loadTrials()).filter(
  ({ name, counts }) =>
    (words.length === 0 || words.some((word) => name.includes(word))) && !(isQuick && counts.quick === 0),
);
const rows: { trial: Trial; outcome: Outcome }[] = [];

for (const trial of trials) {
  const times = isQuick ? trial.counts.quick : trial.counts.full;
  const startedAt = Date.now();
  if (!process.stdout.isTTY) console.log(`${trial.name}: ${times} to try`);
  // At full count, they start the built service, which `npm run test:faults` builds first.
  const outcome = await runTrial(trial, times, !isQuick, (done) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${trial.name}: ${done} of ${times}`);
  }).catch((error): Outcome => {
    return { tried: times, held: 0, losses: [`the trial broke off: ${error}`], remarks: '' };
  });
  rows.push({ trial, outcome });
  const { tried, held, losses } = outcome;
  const said = `${losses.length === 0 ? 'held' : 'LOST'}  ${trial.name}: ${held} of ${tried}`;
  process.stdout.write(`\r\u001b[K${said} (${Math.round((Date.now() - startedAt) / 1000)} s)\n`);
  for (const loss of losses.slice(0, 5)) console.log(`    lost: ${loss}`);
}

console.log('\n| | trial | tried | held | lost | |\n|---|---|---:|---:|---:|---|');
for (const { trial, outcome } of rows) {
  const { tried, held, losses, remarks } = outcome;
  console.log(`| ${trial.table} | ${trial.name} | ${tried} | ${held} | ${losses.length} | ${remarks} |`);
}
const lost = rows.reduce((sum, { outcome }) => sum + outcome.losses.length, 0);
const passed = rows.filter(({ outcome }) => outcome.losses.length === 0).length;
console.log(`\n${lost} losses\n${passed} passed, ${rows.length - passed} failed`);
process.exit(lost === 0 && rows.length > 0 ? 0 : 1);
