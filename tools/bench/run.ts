import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCheckoutSize } from './benchmarks/checkout-size.ts';
import { measureDesk } from './benchmarks/desk.ts';
import { measureInstall } from './benchmarks/install.ts';
import { measureList } from './benchmarks/list.ts';
import { measureLive } from './benchmarks/live.ts';
import { measureOrders } from './benchmarks/orders.ts';
import { measurePages } from './benchmarks/pages.ts';
import { measurePurchase } from './benchmarks/purchase.ts';
import { measureSearch } from './benchmarks/search.ts';
import { measureSettings } from './benchmarks/settings.ts';
import { measureSignIn } from './benchmarks/sign-in.ts';
import { measureStart } from './benchmarks/start.ts';
import { type Benchmark, type Finding, fullExtent, shortExtent } from './harness/benchmark.ts';
import { buildIfNeeded } from './harness/build.ts';
import { type SeededDatabase, seedDatabase } from './harness/seed.ts';
import { formatTable } from './harness/table.ts';

/*
 * `node tools/bench/run.ts [--full] [name...]`: runs the named benchmarks, or all, and prints what they found
 * beside what we want to reach (docs/performance.md). Missed targets are marked; only a benchmark that fails
 * makes the command fail. `--full` measures longer.
 * `NODE_OPTIONS='--cpu-prof --cpu-prof-dir=DIR'` in front of it also profiles our servers.
 */

/** Orders come late: they are added to the database that the list and the search have read. */
const benchmarks: Benchmark[] = [
  { name: 'checkout-size', run: measureCheckoutSize },
  { name: 'install', run: measureInstall },
  { name: 'start', run: measureStart },
  { name: 'pages', run: measurePages },
  { name: 'settings', run: measureSettings },
  { name: 'sign-in', run: measureSignIn },
  { name: 'purchase', run: measurePurchase },
  { name: 'list', run: measureList },
  { name: 'search', run: measureSearch },
  { name: 'orders', run: measureOrders },
  { name: 'live', run: measureLive },
  { name: 'desk', run: measureDesk },
];

const words = process.argv.slice(2);
const isFull = words.includes('--full');
const names = words.filter((word) => word !== '--full');
const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. There are: ${benchmarks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

const beganAt = Date.now();
buildIfNeeded(console.log);
const folder = mkdtempSync(join(tmpdir(), 'career-tarot-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const databases = new Map<number, Promise<SeededDatabase>>();

const findings: (Finding & { benchmark: string })[] = [];
for (const benchmark of benchmarks) {
  if (names.length > 0 && !names.includes(benchmark.name)) continue;
  const startedAt = Date.now();
  const progress = (message: string) => console.log(`${benchmark.name}: ${message}`);
  const ownFolder = join(folder, benchmark.name);
  mkdirSync(ownFolder);
  try {
    const extent = isFull ? fullExtent : shortExtent;
    const found = await benchmark.run({
      extent,
      folder: ownFolder,
      progress,
      databaseWith: (orders) => databaseWith(orders, progress),
    });
    findings.push(...found.map((finding) => ({ ...finding, benchmark: benchmark.name })));
    progress(`done after ${secondsSince(startedAt)} s`);
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    const message = error instanceof Error ? error.message : String(error);
    findings.push({ benchmark: benchmark.name, what: 'could not be measured', measured: message });
  }
}

const load = loadavg()[0]?.toFixed(1);
console.log(
  `\nNode ${process.versions.node}, ${availableParallelism()} CPUs, load ${load}, ${secondsSince(beganAt)} s`,
);
console.log(formatTable(findings));
// Whatever a failed benchmark may have left running ends with this process.
process.exit();

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1_000);
}

async function databaseWith(orders: number, progress: (message: string) => void): Promise<SeededDatabase> {
  const known = databases.get(orders);
  if (known) return known;
  const startedAt = Date.now();
  const seeded = seedDatabase(join(folder, `orders-${orders}.db`), orders);
  databases.set(orders, seeded);
  await seeded;
  progress(`wrote ${orders.toLocaleString('en-US')} orders in ${secondsSince(startedAt)} s`);
  return seeded;
}
