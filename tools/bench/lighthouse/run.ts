import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../db/client.ts';
import { seedDemo } from '../../../db/seed.ts';
import { systemRandom } from '../../../src/server/basics/random.ts';
import { lighthouseBudgets } from '../budgets.ts';
import { startProduct } from '../harness/servers.ts';
import { median } from '../harness/statistics.ts';
import { type Look, look, type Measure, measures } from './measure.ts';
import { auditedPages } from './pages.ts';

/*
 * `npm run lighthouse [-- --runs=N] [PATH...]`: looks at every public page, or those named, of the built
 * product on its sandbox; five times each unless said otherwise. Prints the medians, marks what misses its
 * budget, and fails when something does. Milliseconds depend on the machine: nothing else should run on it,
 * and Lighthouse's figure for it should be 1000 or more.
 */

const words = process.argv.slice(2);
const runs = Number(words.find((word) => word.startsWith('--runs='))?.slice('--runs='.length) ?? 5);
const paths = words.filter((word) => !word.startsWith('--'));
const pages = auditedPages.filter(({ path }) => paths.length === 0 || paths.includes(path));
if (!Number.isInteger(runs) || runs < 1 || pages.length === 0) {
  console.error(
    'Use: npm run lighthouse [-- --runs=N] [PATH...], with the paths in tools/bench/lighthouse/pages.ts.',
  );
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'career-tarot-lighthouse-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const databasePath = join(folder, 'lighthouse.db');
const db = openDatabase(databasePath);
await seedDemo({ db, clock: Date, random: systemRandom });
db.$client.close();
// What is approved is sent at once: the page of a delivered order is among those that are looked at.
const product = await startProduct(databasePath, { env: { APPROVAL_UNDO_SECONDS: '0' } });

const titles: Record<Measure, string> = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
  'largest-contentful-paint': 'LCP',
  'cumulative-layout-shift': 'CLS',
  'total-blocking-time': 'TBT',
};
const failures = new Set<string>();
const speeds: number[] = [];

console.log(`\n| page | ${measures.map((measure) => titles[measure]).join(' | ')} |`);
console.log(`|---|${measures.map(() => '---:').join('|')}|`);
console.log(`| wanted | ${measures.map(wanted).join(' | ')} |`);
const url = `http://127.0.0.1:${product.port}`;
for (const { path, skip, open } of pages) {
  const address = url + ((await open?.(url)) ?? path);
  const looks: Look[] = [];
  for (let run = 0; run < runs; run += 1) looks.push(await look(address, skip));
  const cells = measures.map((measure) => {
    const value = median(looks.map(({ values }) => values[measure]));
    if (isMet(measure, value)) return show(measure, value);
    failures.add(`${path}: ${titles[measure]} is ${show(measure, value)}, wanted ${wanted(measure)}`);
    return `**${show(measure, value)}**`;
  });
  console.log(`| ${path} | ${cells.join(' | ')} |`);
  speeds.push(...looks.map(({ machine }) => machine));
  for (const failure of looks.flatMap((one) => one.failures)) failures.add(`${path}: ${failure}`);
}

console.log(
  `\nThe machine: ${Math.round(median(speeds))}, at its slowest ${Math.round(Math.min(...speeds))}.`,
);
console.log(failures.size === 0 ? '\nEvery page keeps its budgets.' : `\n${[...failures].join('\n')}`);
await product.stop();
process.exit(failures.size === 0 ? 0 : 1);

function isMet(measure: Measure, value: number): boolean {
  const budget = lighthouseBudgets[measure];
  return 'atLeast' in budget ? value >= budget.atLeast : value <= budget.atMost;
}

function wanted(measure: Measure): string {
  const budget = lighthouseBudgets[measure];
  return 'atLeast' in budget ? `>= ${budget.atLeast}` : `<= ${show(measure, budget.atMost)}`;
}

function show(measure: Measure, value: number): string {
  if (measure === 'cumulative-layout-shift') return value.toFixed(3);
  return 'atLeast' in lighthouseBudgets[measure] ? String(value) : `${Math.round(value)} ms`;
}
