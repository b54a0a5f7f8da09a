import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { days, hours, minutes, seconds } from '../../src/shared/durations.ts';
import { createCustomers } from './customers.ts';
import { createOracle, type Oracle } from './oracle.ts';
import { createStaff, type Staff } from './staff.ts';
import { createWorld, type Death, fairWeather, type Weather, type World } from './world.ts';

/** Monday mornings: an ordinary one, and those before the clocks go forward and back. */
const starts = [Date.UTC(2027, 0, 4, 14), Date.UTC(2027, 2, 8, 14), Date.UTC(2027, 10, 1, 14)] as const;

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

/** How often people do what, in about a hundred actions. */
const weights = {
  order: 24,
  payLater: 4,
  write: 16,
  review: 16,
  refund: 5,
  correctAddress: 4,
  followLink: 8,
  bankActs: 4,
  withdraw: 3,
  settleWithdrawal: 2,
  answerQuestion: 3,
  deleteAndRestore: 2,
  moveOrder: 2,
  changeStaff: 3,
};
type Action = keyof typeof weights;
const actions = Object.entries(weights).flatMap(([name, weight]) => Array(weight).fill(name)) as [Action];

/**
 * Runs a shop for months, one action after another: time jumps between them, and things go wrong. After every
 * twenty actions everything works for some hours; then nothing may be left undone.
 */
export async function walk(seed: string, months: number) {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-simulation-'));
  const start = starts[createHash('sha256').update(seed).digest().readUInt16BE() % 3] ?? starts[0];
  const world = createWorld(seed, join(folder, 'shop.db'), start);
  const putTimeBack = world.replaceTime();
  try {
    const { chance, breach } = world;
    const oracle = createOracle(world);
    const staff = createStaff(world, oracle);
    const people = { ...staff, ...createCustomers(world, oracle, staff) };
    await staff.setUpShop();
    const end = world.now() + days(30 * months);
    for (let steps = 1; world.now() < end && breach() === null; steps++) {
      world.startService();
      world.killAt(chance.happens(0.25) ? drawDeath(world) : null);
      const action = chance.pick(actions);
      world.note(action);
      await people[action]();
      if (chance.happens(0.1)) changeWeather(world);
      await world.advance(drawJump(world));
      if (steps % 20 === 0) await settle(world, oracle, staff);
    }
    if (breach() === null) await settle(world, oracle, staff);
    return {
      breach: breach(),
      log: world.log as readonly string[],
      checks: world.checks(),
      orders: oracle.sales.filter(({ paidAt }) => paidAt !== null).length,
      deliveries: oracle.sales.filter(({ deliveries }) => deliveries.size > 0).length,
      /** The same for the same seed. */
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
    { by: 'the clock', reads: chance.whole(1, 30) },
    { by: 'an answer' },
    { by: 'Stripe', done },
    { by: 'mail', done },
  ]);
}

function drawJump({ chance }: World): number {
  return seconds(1) + chance.wait(chance.pick([seconds(30), minutes(5), minutes(30), hours(2), hours(8)]));
}

function changeWeather(world: World): void {
  world.change(fairWeather);
  if (world.chance.happens(0.7)) world.change(world.chance.pick(troubles));
}

/** Lets everything work for some hours; then nothing may be left undone. */
async function settle(world: World, oracle: Oracle, staff: Staff): Promise<void> {
  world.killAt(null);
  world.change(fairWeather);
  world.startService();
  await staff.resendGivenUp();
  await world.advance(hours(9), minutes(90));
  await staff.judgeAlerts();
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
