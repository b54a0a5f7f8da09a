import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { againOf } from './again.ts';
import { seedsTried, type Trial, tryWithout } from './protections/notice.ts';
import { promisesAsked } from './protections/promises-asked.ts';
import { protections } from './protections/protections.ts';
import { isAsExpected, lineOf, withTrials } from './protections/protections-table.ts';
import { drawPage } from './report/page.ts';
import { tableOf } from './report/table.ts';
import { type RunOutcome, runAll } from './run-all.ts';
import { shrink } from './shrink.ts';

const usage = `npm run simulate -- [--seed N] [--seeds COUNT] [--months M] [--orders-per-day N] [--readers N]
                    [--launch N] [--until ISO-TIME] [--log FILE] [--page FILE] [--no-shrink]
npm run simulate -- --without NAME[,NAME…]|all

Lives through months of a shop: the real service on a real SQLite file, with customers, readers, admins, Stripe, a mail
server and a machine that behave as they do in life. The same seed is the same run.
--seeds runs COUNT seeds, counted from --seed; --launch has N more people come within one hour of the first week;
--until stops before a moment, to look at what was there.
--without takes one protection out and looks for the seed that misses it, and writes its row in docs/promises.md.
They are: ${protections.map(({ name }) => name).join(', ')}.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    months: { type: 'string', default: '12' },
    'orders-per-day': { type: 'string', default: '20' },
    readers: { type: 'string', default: '3' },
    launch: { type: 'string' },
    until: { type: 'string' },
    log: { type: 'string' },
    page: { type: 'string', default: 'simulation.html' },
    without: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit();
}

if (values.without !== undefined) process.exit(await tryAllWithout(values.without));

const first = values.seed;
const count = numberOf('seeds', values.seeds);
const orders = Array.from({ length: count }, (_, i) => ({
  seed: count === 1 ? first : String(Number(first) + i),
  months: numberOf('months', values.months),
  ordersPerDay: numberOf('orders-per-day', values['orders-per-day']),
  readers: numberOf('readers', values.readers),
  launch: values.launch === undefined ? undefined : numberOf('launch', values.launch),
  until: values.until === undefined ? undefined : Date.parse(values.until),
  logPath: values.log,
}));
const began = performance.now();
const outcomes = await runAll(orders, { atOnce: availableParallelism(), onProgress: showProgress });
process.stderr.write('\n');
const took = performance.now() - began;
console.log(tableOf(outcomes, took));
writeFileSync(values.page, drawPage(outcomes, took));
console.log(`The curves are in ${values.page}.`);
const failed = outcomes.filter(hasFailed);
for (const outcome of failed) console.log(storyOf(outcome));
const broken = failed.find((outcome) => 'result' in outcome);
if (broken && !values['no-shrink']) {
  console.log('\nLooking for a shorter run that fails as well…');
  console.log(await shrink(broken.order));
}
process.exit(failed.length > 0 ? 1 : 0);

/** @returns the status of the process: 0 when what was taken out was missed, as it should be */
async function tryAllWithout(text: string): Promise<number> {
  const names = text === 'all' ? protections.map(({ name }) => name) : text.split(',');
  const unknown = names.find((name) => !protections.some((protection) => protection.name === name));
  if (unknown !== undefined) {
    console.error(`There is no protection called ${unknown}.\n\n${usage}`);
    return 2;
  }
  const named = protections.filter(({ name }) => names.includes(name));
  const file = new URL('../../docs/promises.md', import.meta.url);
  const trials: Trial[] = [];
  for (const protection of named) {
    const onProgress = (seeds: number) => {
      const line = `\r${protection.name}: ${seeds} of ${seedsTried} seeds`;
      process.stderr.write(process.stderr.isTTY ? line.padEnd(70) : '');
    };
    onProgress(0);
    trials.push(await tryWithout(protection, { atOnce: availableParallelism(), onProgress }));
    if (process.stderr.isTTY) process.stderr.write(`\r${' '.repeat(70)}\r`);
    console.log(trials.map(lineOf).at(-1));
    writeFileSync(file, withTrials(readFileSync(file, 'utf8'), trials.slice(-1), promisesAsked()));
  }
  return trials.every(isAsExpected) ? 0 : 1;
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  console.error(`--${name} has to be a number above 0.\n\n${usage}`);
  process.exit(2);
}

function showProgress(done: number): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  const line = `${(done * 100).toFixed(0)} % of ${count} run${count === 1 ? '' : 's'}, ${seconds} s`;
  process.stderr.write(process.stderr.isTTY ? `\r${line}` : '');
}

function hasFailed(outcome: RunOutcome): boolean {
  return 'error' in outcome || outcome.result.breaches.length > 0;
}

/** @returns what happened last before a promise was broken, in plain words */
function storyOf(outcome: RunOutcome): string {
  const { seed } = outcome.order;
  if ('error' in outcome) return `\nSeed ${seed} ended with an error:\n${outcome.error}`;
  const [breach] = outcome.result.breaches;
  return [
    `\nSeed ${seed} broke a promise: ${breach?.promise}`,
    `  ${breach?.words}`,
    '  What happened last:',
    ...outcome.result.story.slice(-25).map((line) => `    ${line}`),
    `  Again: ${againOf(outcome.order)}`,
    `  Until before it: --until ${new Date((breach?.at ?? 0) - 1).toISOString()}`,
  ].join('\n');
}
