import { parseArgs } from 'node:util';
import { walk } from './walk.ts';

const usage = `npm run simulate -- [--seed N] [--seeds COUNT] [--months M] [--log]

Walks through months of a shop: the real service on a real SQLite file, with customers, readers, admins, Stripe, a mail
server and a process that fail now and then. The same seed is the same walk. --seeds walks COUNT seeds, counted from
--seed; --log prints all that happened.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    months: { type: 'string', default: '2' },
    log: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [count, months] = [Number(values.seeds), Number(values.months)];
if (values.help || !(count > 0) || !(months > 0)) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}
let broken = 0;
for (let i = 0; i < count; i++) {
  const seed = count === 1 ? values.seed : String(Number(values.seed) + i);
  const { breach, log, counts, orders, deliveries, hash } = await walk(seed, months);
  const asked = [...counts.values()].reduce((sum, asked) => sum + asked, 0);
  console.log(
    `Seed ${seed}: ${breach ?? 'all promises kept'} (${orders} orders paid, ${deliveries} delivered, ${asked} checks, ${hash.slice(0, 16)})`,
  );
  if (values.log || breach !== null) console.log(log.slice(values.log ? 0 : -40).join('\n'));
  if (breach !== null) console.log(`Again: npm run simulate -- --seed ${seed} --months ${months}`);
  if (breach !== null) broken += 1;
}
process.exit(broken > 0 ? 1 : 0);
