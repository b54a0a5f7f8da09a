import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { againOf } from './again.ts';
import { type RunOutcome, runAll } from './run-all.ts';
import { shrink } from './shrink.ts';
import { tableOf } from './table.ts';

const usage = `npm run simulate -- [--seed N] [--seeds COUNT] [--months M] [--orders-per-day N] [--readers N]
                    [--launch N] [--until ISO-TIME] [--log FILE] [--no-shrink]

Lives through months of a shop: the real service on a real SQLite file, with customers, readers, admins, Stripe, a mail
server and a machine that behave as they do in life. The same seed is the same run.
--seeds runs COUNT seeds, counted from --seed; --launch has N more people come within one hour of the first week;
--until stops before a moment, to look at what was there.`;

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
    'no-shrink': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit();
}

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
console.log(tableOf(outcomes, performance.now() - began));
const failed = outcomes.filter(hasFailed);
for (const outcome of failed) console.log(storyOf(outcome));
const broken = failed.find((outcome) => 'result' in outcome);
if (broken && !values['no-shrink']) {
  console.log('\nLooking for a shorter run that fails as well…');
  console.log(await shrink(broken.order));
}
process.exit(failed.length > 0 ? 1 : 0);

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
