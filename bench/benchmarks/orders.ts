import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../db/client.ts';
import { and, count, eq } from '../../db/drizzle.ts';
import { orders, outbox } from '../../db/schema.ts';
import { atLeast, atMost, type Finding, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { type LoadReport, putLoadOn } from '../harness/load-client.ts';
import { cpuSeconds } from '../harness/processes.ts';
import { addStaff } from '../harness/seed.ts';
import { startShop } from '../harness/servers.ts';

const atOnce = 16;
const origin = 'http://shop.example';
const ordersASecond = 650;

interface Run {
  load: LoadReport;
  cpuMilliseconds: number | null;
}

/**
 * Placing an order: the form is stored, a webhook makes it paid, its confirmation is in the outbox. In a
 * fresh shop with two readers, every commit on the disk (`synchronous=FULL`).
 */
export async function measureOrders({ folder, extent, progress }: Workplace): Promise<Finding[]> {
  const run = async (name: string, options: { opensPage: boolean; hasReaders: boolean }): Promise<Run> => {
    const result = await placeOrders(join(folder, `${name}.db`), extent.seconds * 4, options);
    progress(`${name}: ${describe(result.load)}`);
    return result;
  };
  // The first run warms the disk and nobody's numbers.
  await placeOrders(join(folder, 'warm-up.db'), 1, { opensPage: false, hasReaders: true });
  const main = await run('orders', { opensPage: false, hasReaders: true });
  const withPage = await run('orders-with-page', { opensPage: true, hasReaders: true });
  const withoutReaders = await run('orders-without-readers', { opensPage: false, hasReaders: false });
  const commits = measureCommits(join(folder, 'commits.db'));
  const { load } = main;
  return [
    atLeast(`orders, ${atOnce} at a time`, load.count / load.seconds, ordersASecond, format.perSecond),
    atMost('  p99 of an order', load.p99, 40, format.milliseconds),
    atMost('  errors', load.errors, 0, format.count),
    { what: '  p50 of an order', measured: format.milliseconds(load.p50) },
    { what: '  CPU of the server for an order', measured: cpu(main) },
    { what: 'with opening the page first', measured: describe(withPage.load) },
    {
      what: 'without readers to give them to',
      measured: `${describe(withoutReaders.load)}, CPU ${cpu(withoutReaders)}`,
    },
    { what: 'commits this disk makes (one row, synchronous=FULL)', measured: format.perSecond(commits) },
  ];
}

async function placeOrders(
  databasePath: string,
  seconds: number,
  { opensPage, hasReaders }: { opensPage: boolean; hasReaders: boolean },
): Promise<Run> {
  const db = openDatabase(databasePath);
  if (hasReaders) addStaff(db, Date.now());
  db.$client.close();
  const shop = await startShop({ databasePath, origin });
  const before = cpuSeconds(shop.pid);
  const load = await putLoadOn({
    port: shop.port,
    connections: atOnce,
    seconds,
    maximum: Number.MAX_SAFE_INTEGER,
    scenario: { kind: 'orders', origin, opensPage },
  });
  const after = cpuSeconds(shop.pid);
  await shop.stop();
  if (load.firstError) console.error(load.firstError);
  requireStored(databasePath, load.count);
  const isKnown = before !== null && after !== null;
  return { load, cpuMilliseconds: isKnown ? ((after - before) / load.count) * 1_000 : null };
}

/** @throws when an order that was answered is not paid, or its confirmation is not in the outbox */
function requireStored(databasePath: string, expected: number): void {
  const db = openDatabase(databasePath);
  const [stored] = db
    .select({ count: count() })
    .from(orders)
    .innerJoin(outbox, and(eq(outbox.orderId, orders.id), eq(outbox.kind, 'order_confirmation')))
    .where(eq(orders.paymentStatus, 'paid'))
    .all();
  db.$client.close();
  if (!stored || stored.count < expected) {
    throw new Error(`Of ${expected} orders only ${stored?.count} are paid and confirmed.`);
  }
}

/** @returns how many transactions of one row a second the disk takes: what no order can beat */
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

function describe({ count: placed, seconds, p50, p99, errors }: LoadReport): string {
  const rate = format.perSecond(placed / seconds);
  return `${rate}, p50 ${format.milliseconds(p50)}, p99 ${format.milliseconds(p99)}, ${errors} errors`;
}

function cpu({ cpuMilliseconds }: Run): string {
  return cpuMilliseconds === null ? '-' : format.milliseconds(cpuMilliseconds);
}
