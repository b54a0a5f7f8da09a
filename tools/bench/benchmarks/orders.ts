import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../../db/client.ts';
import { readServiceId } from '../../../src/server/payments/money/service-repository.ts';
import { atLeast, atMost, type Finding, manyOrders, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { type OrderReport, putLoadOn } from '../harness/load-client.ts';
import { cpuSeconds } from '../harness/processes.ts';
import { addStaff } from '../harness/seed.ts';
import { startShop } from '../harness/servers.ts';

const atOnce = 16;
const origin = 'http://shop.example';
const webhookSecret = 'whsec_bench_0000000000000000000000';
const ordersASecond = 330;
/** Milliseconds. */
const slowest = 80;
/** The first orders compile the code and grow the files. */
const warmUpSeconds = 3;

interface Run {
  load: OrderReport;
  cpuMilliseconds: number | null;
}

/**
 * Placing an order: the form is stored, a webhook makes it paid, its confirmation is in the outbox. In a fresh
 * shop with two readers, and in a large one, every commit on the disk (`synchronous=FULL`).
 */
export async function measureOrders(workplace: Workplace): Promise<Finding[]> {
  const { folder, extent, progress, databaseWith } = workplace;
  const emptyShop = (name: string): string => {
    const path = join(folder, `${name}.db`);
    const db = openDatabase(path);
    addStaff(db, Date.now());
    db.$client.close();
    return path;
  };
  const run = async (name: string, path: string, seconds: number, rateLimits: 'on' | 'off') => {
    const result = await placeOrders(path, seconds, rateLimits);
    progress(`${name}: ${describe(result)}`);
    return result;
  };
  const commits = format.perSecond(measureCommits(join(folder, 'commits.db')));
  const empty = await run('empty shop', emptyShop('empty'), extent.orderSeconds, 'off');
  const limited = await run('with rate limits', emptyShop('limited'), extent.orderSeconds / 2, 'on');
  const large = await databaseWith(manyOrders);
  const full = await run('large shop', large.path, extent.orderSeconds, 'off');
  return [
    ...report('an empty shop', empty),
    { what: '  with rate limits', measured: describe(limited) },
    ...report(`a shop of ${format.count(manyOrders)}`, full),
    { what: '  commits of one row this disk makes', measured: commits },
  ];
}

function report(shop: string, run: Run): Finding[] {
  const { load } = run;
  const others = `p50 ${format.milliseconds(load.p50)}, ${cpu(run)}`;
  return [
    {
      ...atLeast(`orders in ${shop}, ${atOnce} at a time`, rateOf(load), ordersASecond, format.perSecond),
      reference: others,
    },
    atMost('  p99 of an order', load.p99, slowest, format.milliseconds),
    atMost('  errors', load.errors, 0, format.count),
  ];
}

async function placeOrders(databasePath: string, seconds: number, rateLimits: 'on' | 'off'): Promise<Run> {
  const { serviceId, orders: before } = lookAt(databasePath);
  const shop = await startShop({ databasePath, origin, webhookSecret, rateLimits });
  try {
    const put = (duration: number, firstCustomer: number) =>
      putLoadOn({
        port: shop.port,
        connections: atOnce,
        seconds: duration,
        maximum: Number.MAX_SAFE_INTEGER,
        scenario: { kind: 'orders', origin, serviceId, webhookSecret, firstCustomer },
      });
    const warmUp = await put(warmUpSeconds, 0);
    const cpuBefore = cpuSeconds(shop.pid);
    const load = await put(seconds, warmUp.count + warmUp.errors);
    const cpuAfter = cpuSeconds(shop.pid);
    if (load.firstError) console.error(load.firstError);
    requireWhole(databasePath, before, [...warmUp.orderIds, ...load.orderIds], warmUp.errors + load.errors);
    const isKnown = cpuBefore !== null && cpuAfter !== null;
    return { load, cpuMilliseconds: isKnown ? ((cpuAfter - cpuBefore) / load.count) * 1_000 : null };
  } finally {
    await shop.stop();
  }
}

function lookAt(databasePath: string): { serviceId: string; orders: number } {
  const db = openDatabase(databasePath);
  const orders = db.$client.prepare<[], number>('SELECT count(*) FROM orders').pluck().get() ?? 0;
  const serviceId = readServiceId(db);
  db.$client.close();
  return { serviceId, orders };
}

/**
 * The joins are written so that the indexes by order are taken, however many orders there are.
 *
 * @param failed how many orders may be there without their payment: they were counted as errors
 * @throws unless every order that was answered is there once, was paid once, and has one confirmation
 */
function requireWhole(databasePath: string, before: number, ids: string[], failed: number): void {
  const database = new Sqlite(databasePath, { readonly: true });
  const whole = database
    .prepare<[string], number>(
      `SELECT count(*) FROM json_each(?) AS answered CROSS JOIN orders ON orders.id = answered.value
        WHERE payment_status = 'paid'
          AND (SELECT count(*) FROM order_events WHERE order_id = orders.id AND +type = 'payment_succeeded') = 1
          AND (SELECT count(*) FROM outbox WHERE order_id = orders.id AND kind = 'order_confirmation') = 1`,
    )
    .pluck()
    .get(JSON.stringify(ids));
  const added = (database.prepare<[], number>('SELECT count(*) FROM orders').pluck().get() ?? 0) - before;
  database.close();
  if (whole !== ids.length || new Set(ids).size !== ids.length) {
    throw new Error(`Of ${ids.length} orders only ${whole} were paid and confirmed, each once.`);
  }
  if (added < ids.length || added > ids.length + failed) {
    throw new Error(`${ids.length} orders were answered, and ${added} are there.`);
  }
}

/** @returns how many transactions of one row a second the disk takes */
function measureCommits(path: string): number {
  const database = new Sqlite(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO line (text) VALUES (?)');
  const startedAt = performance.now();
  let commits = 0;
  for (; performance.now() - startedAt < 1_000; commits++) insert.run('x'.repeat(200));
  const seconds = (performance.now() - startedAt) / 1_000;
  database.close();
  return commits / seconds;
}

function rateOf({ count, seconds }: OrderReport): number {
  return count / seconds;
}

function describe(run: Run): string {
  const { load } = run;
  const times = `p50 ${format.milliseconds(load.p50)}, p99 ${format.milliseconds(load.p99)}`;
  return `${format.perSecond(rateOf(load))}, ${times}, ${load.errors} errors, ${cpu(run)}`;
}

function cpu({ cpuMilliseconds, load }: Run): string {
  const server = cpuMilliseconds === null ? '-' : format.milliseconds(cpuMilliseconds);
  return `CPU ${server} each, its customer ${format.milliseconds((load.clientSeconds / load.count) * 1_000)}`;
}
