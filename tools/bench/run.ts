import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tests/built/product.ts';
import { type Benchmark, isMet, replaceRows, rowsOf } from './benchmark.ts';
import { desk } from './benchmarks/desk.ts';
import { install } from './benchmarks/install.ts';
import { lighthouse } from './benchmarks/lighthouse.ts';
import { list } from './benchmarks/list.ts';
import { orders } from './benchmarks/orders.ts';
import { pages, settings } from './benchmarks/pages.ts';
import { purchase } from './benchmarks/purchase.ts';
import { search } from './benchmarks/search.ts';
import { signIn } from './benchmarks/sign-in.ts';
import { start } from './benchmarks/start.ts';
import { createDatabase } from './database.ts';
import { stopServers } from './servers.ts';

/*
 * `npm run bench [-- NAME...]`: runs the benchmarks whose name contains one of the words, or all but Lighthouse, prints
 * their results beside the targets, and writes them into docs/performance.md. Fails if a target is missed or not measured.
 */

const all: Benchmark[] = [
  ...[install, start, pages, settings, signIn, purchase, list, search, desk],
  // Comes last: it adds orders to the database that the others read.
  orders,
  lighthouse,
];

const names = process.argv.slice(2);
const chosen = all.filter(({ name }) =>
  names.length > 0 ? names.some((word) => name.includes(word)) : name !== 'lighthouse',
);
const isUnknown = chosen.length === 0 || names.some((word) => word.startsWith('-'));
const problem = isUnknown
  ? `Use: npm run bench [-- NAME...]. There are: ${all.map(({ name }) => name).join(', ')}.`
  : !existsSync(join(root, 'dist/site.json')) && 'The site is not built. Run: npm run build';
if (problem) {
  console.error(problem);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'career-tarot-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const databases = new Map<number, Promise<string>>();
const document = join(root, 'docs/performance.md');
const startedAt = Date.now();
const table: string[] = [];

for (const benchmark of chosen) {
  const { name } = benchmark;
  const benchmarkStartedAt = Date.now();
  const progress = (message: string) => console.log(`${name}: ${message}`);
  const databaseWith = (count: number) => {
    if (!databases.has(count)) progress(`creates ${count.toLocaleString('en-US')} orders`);
    const path = databases.get(count) ?? createDatabase(join(folder, `orders-${count}.db`), count);
    databases.set(count, path);
    return path;
  };
  try {
    const own = mkdtempSync(join(folder, name));
    const results = await benchmark.run({ progress, databaseWith, folder: own });
    const rows = rowsOf(benchmark, results);
    table.push(...rows);
    if (!results.every(isMet)) process.exitCode = 1;
    writeFileSync(document, replaceRows(readFileSync(document, 'utf8'), name, rows));
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    const [message] = String(error).split('\n');
    table.push(`| could not be measured | | ${message} | | \`${name}\` |`);
  }
  await stopServers();
  progress(`done after ${secondsSince(benchmarkStartedAt)} s`);
}

const machine = `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`;
console.log(`\nNode ${process.versions.node}, ${machine}, ${secondsSince(startedAt)} s\n`);
console.log(table.join('\n'));
// A failed benchmark may have left its browser or its mail server open.
process.exit();

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1_000);
}
