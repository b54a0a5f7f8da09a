import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { days, hours, minutes, seconds } from '../../src/shared/durations.ts';
import { createOracle, type Oracle } from './oracle.ts';
import { createPeople } from './people.ts';
import { createWorld, type Death, fairWeather, type Weather, type World } from './world.ts';

/** Monday mornings: an ordinary one, and those before the clocks go forward and back. */
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

/**
 * Runs a shop for months, one action after another: time jumps between them, and things go wrong. After every
 * twenty actions everything works for some hours; then nothing may be left undone.
 */
export async function walk(seed: string, months: number) {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-simulation-'));
  const start = starts[Number.parseInt(createHash('sha256').update(seed).digest('hex').slice(0, 4), 16) % 3];
  const world = createWorld(seed, join(folder, 'shop.db'), start ?? starts[0]);
  const oracle = createOracle(world);
  world.watchedBy(oracle);
  const putTimeBack = world.replaceTime();
  try {
    const people = createPeople(world, oracle);
    await people.setUpShop();
    const end = world.now() + days(30 * months);
    for (let steps = 1; world.now() < end && oracle.breach() === null; steps++) {
      world.startService();
      world.killAt(world.chance.happens(0.25) ? drawDeath(world) : null);
      await people.step();
      if (world.chance.happens(0.1)) changeWeather(world);
      await world.advance(drawJump(world));
      if (world.chance.happens(0.004)) await loseMachine(world, oracle, people);
      if (steps % 20 === 0) await settle(world, oracle, people);
    }
    if (oracle.breach() === null) {
      await settle(world, oracle, people);
      await world.advance(days(220), days(2));
      oracle.judgeEnd();
    }
    return {
      /** The first broken promise, with what was seen; null if all were kept. */
      breach: oracle.breach(),
      log: world.log as readonly string[],
      /** How often each promise was checked. */
      counts: oracle.counts,
      orders: oracle.sales.filter(({ paidAt }) => paidAt !== null).length,
      deliveries: oracle.sales.filter(({ deliveries }) => deliveries.length > 0).length,
      /** The same for the same seed. */
      hash: hashOf(world),
    };
  } finally {
    world.kill();
    putTimeBack();
    rmSync(folder, { recursive: true, force: true });
  }
}

type People = ReturnType<typeof createPeople>;

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

/** Loses the machine, and puts back a copy made some hours before. */
async function loseMachine(world: World, oracle: Oracle, people: People): Promise<void> {
  world.startService();
  world.killAt(null);
  world.copy();
  const copiedAt = world.now();
  for (let i = 0; i < 6; i++) {
    world.startService();
    await people.step();
    await world.advance(world.chance.wait(hours(2)));
  }
  world.note('a copy is put back');
  world.putCopyBack();
  oracle.putBack(copiedAt);
  people.forgetSessions();
}

/** Lets everything work for some hours; then nothing may be left undone. */
async function settle(world: World, oracle: Oracle, people: People): Promise<void> {
  world.killAt(null);
  world.change(fairWeather);
  world.startService();
  await people.resendGivenUp();
  await world.advance(hours(9), minutes(90));
  await people.judgeAlerts();
  await people.judgeCode();
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
