import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { days, hours } from '../shared/durations.ts';
import { liveAsAdmin } from './people/admins.ts';
import { answerQuestion, liveAsCustomer } from './people/customers.ts';
import { liveAsReader } from './people/readers.ts';
import type { Breach } from './promises/ledger.ts';
import { createPromises } from './promises/promises.ts';
import { standInForDate } from './world/dates.ts';
import { faultNames, letFaultsHappen } from './world/faults.ts';
import { newBrowser } from './world/shop.ts';
import { createWorld, type World } from './world/world.ts';

export interface RunOptions {
  seed: string;
  /** How many months of 30 days. */
  months: number;
  ordersPerDay?: number;
  readers?: number;
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
  events: number;
  lives: number;
  databaseBytes: number;
  /** How things stood after each month. */
  samples: readonly Sample[];
  /** What is in the file at the end: the same for the same seed. */
  hash: string;
  /** Real milliseconds. */
  took: number;
}

/** How things stand at one moment. */
export interface Sample {
  /** Days since the beginning. */
  day: number;
  ordersPaid: number;
  mails: number;
  refunds: number;
  faults: number;
  databaseBytes: number;
  memoryBytes: number;
}

/** When every run begins: a Monday morning. */
export const firstDay = Date.UTC(2027, 0, 4, 14);

/** Lives through months of the shop. The same seed is the same run, to the last row. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { seed, months, ordersPerDay = 20, readers = 3, onProgress = () => {} } = options;
  const began = performance.now();
  const folder = mkdtempSync(path.join(scratch(), 'career-tarot-simulation-'));
  const file = path.join(folder, 'shop.db');
  const failures: unknown[] = [];
  const { world, story } = createWorld({
    seed,
    start: firstDay,
    path: file,
    ordersPerDay,
    onMail(there, about, { text }) {
      if (about?.kind !== 'customer_question' || !about.orderId) return;
      void answerQuestion(
        there,
        there.chance.of(`answer ${about.orderId} ${there.agenda.now()}`),
        about.orderId,
        text,
      );
    },
    onFailure: (error) => failures.push(error),
    logPath: options.logPath,
  });
  const { agenda, shop, ledger } = world;
  const putDateBack = standInForDate(agenda.now);
  const end = Math.min(firstDay + days(30 * months), options.until ?? Number.POSITIVE_INFINITY);
  const promises = createPromises(world);
  const samples: Sample[] = [];
  try {
    shop.start();
    hire(world, readers);
    void letCustomersCome(world);
    letFaultsHappen(world);
    askEvery(world, promises.askAll);
    const hasEnough = () => ledger.breaches.length > 0 || failures.length > 0;
    for (let at = firstDay; at < end && !hasEnough(); at += days(1)) {
      await agenda.runUntil(Math.min(at + days(1), end), hasEnough);
      if ((at - firstDay) % days(30) === 0)
        samples.push(sampleOf(world, Math.round((at - firstDay) / days(1)), file));
      onProgress((at - firstDay) / (end - firstDay));
    }
    if (failures.length > 0) throw failures[0];
    if (!hasEnough()) promises.askAll(true);
    const hash = hashOf(world);
    return {
      seed,
      months,
      breaches: ledger.breaches,
      story,
      counts: ledger.counts,
      asked: ledger.asked,
      events: agenda.count(),
      lives: shop.lives(),
      samples,
      databaseBytes: statSync(file).size,
      hash,
      took: performance.now() - began,
    };
  } finally {
    shop.kill();
    putDateBack();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sampleOf({ ledger }: World, day: number, file: string): Sample {
  const of = (what: string) => ledger.counts.get(what) ?? 0;
  return {
    day,
    ordersPaid: of('orders paid'),
    mails: of('mails'),
    refunds: of('refunds'),
    faults: faultNames.reduce((sum, name) => sum + of(name), 0),
    databaseBytes: statSync(file).size,
    memoryBytes: process.memoryUsage.rss(),
  };
}

/** Memory if there is such a disk: what is asked here is not whether a disk keeps its word. */
function scratch(): string {
  try {
    return statSync('/dev/shm').isDirectory() ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

function hire(world: World, readers: number): void {
  const { shop } = world;
  for (let i = 1; i <= readers; i++) {
    void liveAsReader(world, { ...shop.addPerson(`reader${i}`, 'reader'), browser: newBrowser() });
  }
  for (const name of ['admin', 'second-admin']) {
    const admin = { ...shop.addPerson(name, 'admin'), browser: newBrowser() };
    world.admins.push(admin.id);
    void liveAsAdmin(world, admin);
  }
}

/** Quiet weeks, and now and then a day on which the whole town seems to come. */
async function letCustomersCome(world: World): Promise<void> {
  const { agenda, ordersPerDay } = world;
  const chance = world.chance.of('arrivals');
  // Of those who look, this part buys.
  const visitorsPerDay = ordersPerDay / 0.72;
  let number = 0;
  let rush = 0;
  for (;;) {
    await agenda.sleep(chance.wait(days(1) / (visitorsPerDay * (rush > 0 ? 10 : 1))));
    number += 1;
    void liveAsCustomer(world, number);
    if (rush > 0) rush -= 1;
    else if (chance.happens(1 / (visitorsPerDay * 90))) rush = Math.round(visitorsPerDay * 2);
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
