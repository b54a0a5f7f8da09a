import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { days, hours, minutes, seconds } from '../../src/shared/durations.ts';
import { createOracle, type Oracle } from './oracle.ts';
import { createPeople } from './people.ts';
import { createWorld, type Death, fairWeather, type Weather, type World } from './world.ts';

/** Monday mornings: a quiet one, and those before the clocks go forward and back. */
const starts: [number, ...number[]] = [
  Date.UTC(2027, 0, 4, 14),
  Date.UTC(2027, 2, 8, 14),
  Date.UTC(2027, 10, 1, 14),
];

const troubles: [Partial<Weather>, ...Partial<Weather>[]] = [
  { stripe: 'down' },
  { stripe: 'answers lost' },
  { webhooks: 'late' },
  { webhooks: 'lost' },
  { webhooks: 'lost', stripe: 'down' },
  { mail: 'down' },
  { mail: 'refuses' },
  { mail: 'breaks off' },
  { disk: 'full' },
];

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

interface Walk {
  /** The promise that was broken first, with what was seen; null when all were kept. */
  breach: string | null;
  /** What happened, line by line. */
  log: readonly string[];
  /** How often each promise was asked about. */
  counts: ReadonlyMap<string, number>;
  orders: number;
  deliveries: number;
  /** Of all rows at the end: the same for the same seed. */
  hash: string;
}

/**
 * Walks through months of a shop, one action after the other: time jumps between them, and things go wrong. Every
 * twenty actions everything works for some hours, after which nothing may be left undone.
 */
async function walk(seed: string, months: number): Promise<Walk> {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-simulation-'));
  const start = starts[Number.parseInt(createHash('sha256').update(seed).digest('hex').slice(0, 4), 16) % 3];
  const world = createWorld(seed, join(folder, 'shop.db'), start ?? starts[0]);
  const oracle = createOracle(world);
  world.watchedBy(oracle);
  const putTimeBack = world.replaceTime();
  try {
    const people = createPeople(world, oracle);
    const end = world.now() + days(30 * months);
    for (let steps = 1; world.now() < end && oracle.breach() === null; steps++) {
      world.startService();
      world.killAt(world.chance.happens(0.25) ? drawDeath(world) : null);
      await people.step();
      if (world.chance.happens(0.1)) changeWeather(world);
      await world.advance(drawJump(world));
      if (steps % 20 === 0) await settle(world, oracle);
    }
    if (oracle.breach() === null) {
      await settle(world, oracle);
      await world.advance(days(220), days(2));
      oracle.judgeEnd();
    }
    return {
      breach: oracle.breach(),
      log: world.log,
      counts: oracle.counts,
      orders: oracle.sales.filter(({ paidAt }) => paidAt !== null).length,
      deliveries: oracle.sales.filter(({ deliveries }) => deliveries.size > 0).length,
      hash: hashOf(world),
    };
  } finally {
    world.kill();
    putTimeBack();
    rmSync(folder, { recursive: true, force: true });
  }
}

function drawDeath({ chance }: World): Death {
  const done = chance.happens(0.5);
  return chance.pick<Death>([
    { reads: chance.whole(1, 30) },
    'after an answer',
    { to: 'Stripe', done },
    { to: 'mail', done },
  ]);
}

function drawJump({ chance }: World): number {
  return chance.pick([
    () => seconds(1) + chance.wait(seconds(30)),
    () => chance.wait(minutes(5)),
    () => chance.wait(minutes(30)),
    () => chance.wait(hours(2)),
    () => chance.wait(hours(8)),
  ])();
}

function changeWeather(world: World): void {
  world.change(fairWeather);
  if (world.chance.happens(0.7)) world.change(world.chance.pick(troubles));
}

/** Everything works for some hours; then nothing may be left undone. */
async function settle(world: World, oracle: Oracle): Promise<void> {
  world.killAt(null);
  world.change(fairWeather);
  world.startService();
  await world.advance(hours(9), minutes(90));
  oracle.judge();
}

/** @returns one hash of every row of every table */
function hashOf(world: World): string {
  const hash = createHash('sha256');
  const tables = world.rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%search%' AND name NOT LIKE '%drizzle%' ORDER BY name",
  );
  for (const { name } of tables) hash.update(JSON.stringify([name, world.rows(`SELECT * FROM ${name}`)]));
  return hash.digest('hex');
}
