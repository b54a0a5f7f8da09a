import { parseArgs } from 'node:util';
import { walk } from './walk.ts';

/*
 * `npm run simulate -- [--seed N] [--seeds COUNT] [--months M] [--log]`: walks through months of a shop: the
 * real service on a real SQLite file, with customers, readers, admins, Stripe, a mail server and a process that
 * fail now and then. The same seed is the same walk. --seeds walks COUNT seeds, counted from --seed; --log
 * prints all that happened.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    months: { type: 'string', default: '2' },
    log: { type: 'boolean', default: false },
  },
});
const months = Number(values.months);
for (let i = 0; i < Number(values.seeds); i++) {
  const seed = String(Number(values.seed) + i);
  const { breach, log, checks, orders, deliveries, hash } = await walk(seed, months);
  const figures = `${orders} orders paid, ${deliveries} delivered, ${checks} checks, ${hash.slice(0, 16)}`;
  console.log(`Seed ${seed}: ${breach ?? 'all promises kept'} (${figures})`);
  if (values.log || breach !== null) console.log(log.slice(values.log ? 0 : -40).join('\n'));
  if (breach === null) continue;
  console.log(`Again: npm run simulate -- --seed ${seed} --months ${months}`);
  process.exitCode = 1;
}
process.exit();
