import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createChance } from '../../src/sample-shop/chance.ts';
import { aftercareSettings } from '../../src/server/settings/aftercare-settings.ts';
import { changeSettings } from '../../src/server/settings/change-settings.ts';
import { days, hours } from '../../src/shared/durations.ts';
import { liveAsAdmin } from './people/admins.ts';
import { letCustomersCome, letLaunchCome } from './people/arrivals.ts';
import { letGuessersTry } from './people/guessers.ts';
import { readMail } from './people/letters.ts';
import { liveAsReader } from './people/readers.ts';
import type { Breach } from './promises/ledger.ts';
import { createPromises } from './promises/promises.ts';
import { standInForTime } from './world/dates.ts';
import { letFaultsHappen } from './world/faults.ts';
import { adoptOrders, inheritDatabase } from './world/old-shop.ts';
import { newBrowser } from './world/shop.ts';
import { createWorld, type World } from './world/world.ts';

export interface RunOptions {
  seed: string;
  /** How many months of 30 days. */
  months: number;
  ordersPerDay?: number;
  readers?: number;
  /** How many come within one hour of the first week, beside all others. */
  launch?: number | undefined;
  /** Stops before this, in milliseconds since 1970. */
  until?: number | undefined;
  logPath?: string | undefined;
  /** Is told how far it is, from 0 to 1. */
  onProgress?: (part: number) => void;
}

export interface RunResult {
  seed: string;
  months: number;
  breaches: readonly Breach[];
  /** The last things worth a line, before the first promise was broken or until the end. */
  story: readonly string[];
  counts: ReadonlyMap<string, number>;
  asked: ReadonlyMap<string, number>;
  lives: number;
  /** What is in the file at the end: the same for the same seed. */
  hash: string;
}

/** When a run begins: a Monday morning, in some the one before the clocks go forward or back. */
export function firstDayOf(seed: string): number {
  const [winter, spring, autumn] = [
    Date.UTC(2027, 0, 4, 14),
    Date.UTC(2027, 2, 8, 14),
    Date.UTC(2027, 10, 1, 14),
  ];
  return createChance(seed).of('first day').pick([winter, winter, spring, autumn]);
}

/** Lives through months of the shop. The same seed is the same run, to the last row. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { seed, months, ordersPerDay = 20, readers = 3, launch = 0, onProgress = () => {} } = options;
  const firstDay = firstDayOf(seed);
  const folder = mkdtempSync(path.join(scratch(), 'career-tarot-simulation-'));
  const file = path.join(folder, 'shop.db');
  const failures: unknown[] = [];
  const { world, story } = createWorld({
    seed,
    start: firstDay,
    path: file,
    ordersPerDay,
    onMail: readMail,
    onFailure: (error) => failures.push(error),
    logPath: options.logPath,
  });
  const { agenda, shop, ledger } = world;
  const putDateBack = standInForTime(agenda);
  const end = Math.min(firstDay + days(30 * months), options.until ?? Number.POSITIVE_INFINITY);
  const promises = createPromises(world);
  try {
    const inherited = inheritDatabase(world.chance.of('age'), file);
    shop.start();
    if (inherited !== null) adoptOrders(world, inherited);
    await hire(world, readers);
    void letCustomersCome(world);
    if (launch > 0) void letLaunchCome(world, launch);
    void letGuessersTry(world, ['admin', 'reader1']);
    letFaultsHappen(world);
    askEvery(world, promises.askAll);
    const hasEnough = () => ledger.breaches.length > 0 || failures.length > 0;
    for (let at = firstDay; at < end && !hasEnough(); at += days(1)) {
      await agenda.runUntil(Math.min(at + days(1), end), hasEnough);
      onProgress((at - firstDay) / (end - firstDay));
    }
    if (failures.length > 0) throw failures[0];
    if (!shop.isUp()) shop.start();
    if (!hasEnough()) promises.askAll(true);
    const hash = hashOf(world);
    return {
      seed,
      months,
      breaches: ledger.breaches,
      story,
      counts: ledger.counts,
      asked: ledger.asked,
      lives: shop.lives(),
      hash,
    };
  } finally {
    shop.kill();
    putDateBack();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Memory if there is such a disk: what is asked here is not whether a disk keeps its word. */
function scratch(): string {
  try {
    return statSync('/dev/shm').isDirectory() ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function hire(world: World, readers: number): Promise<void> {
  const { shop } = world;
  for (let i = 1; i <= readers; i++) {
    void liveAsReader(world, { ...shop.addPerson(`reader${i}`, 'reader'), browser: newBrowser() });
  }
  // The smallest shops have one admin, and helpers who write.
  for (const name of world.ordersPerDay < 1 ? ['admin'] : ['admin', 'second-admin']) {
    const admin = { ...shop.addPerson(name, 'admin'), browser: newBrowser() };
    world.admins.push(admin.username);
    if (world.hasWithdrawal) {
      const { context } = shop.app();
      await changeSettings(context, admin, aftercareSettings, { hasWithdrawal: true });
    }
    void liveAsAdmin(world, admin);
  }
}

function askEvery({ agenda }: World, ask: () => void): void {
  agenda.after(hours(6), function again() {
    ask();
    agenda.after(hours(6), again);
  });
}

/** @returns one hash of every row of every table */
function hashOf({ shop }: World): string {
  if (!shop.isUp()) shop.start();
  const client = shop.app().db.$client;
  const hash = createHash('sha256');
  const tables = client
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .pluck()
    .all() as string[];
  for (const table of tables) {
    if (/_search_|_search$|__drizzle/.test(table)) continue;
    hash.update(`\n${table}\n`);
    for (const row of client.prepare(`SELECT * FROM ${table}`).raw().iterate())
      hash.update(JSON.stringify(row));
  }
  return hash.digest('hex');
}
