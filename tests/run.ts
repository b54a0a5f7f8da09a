import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlaywright, readVitest, type TestRun, tellSlowest } from './reports.ts';

/*
 * `npm test`: types and lint beside the unit and API tests, then the build and the browsers. It goes on after a
 * failure, names the slowest tests, and ends with one line that counts what the runners themselves reported.
 */

interface Count {
  passed: number;
  /** What failed, by name: told once more at the end, where whoever sees only the last lines finds it. */
  failed: string[];
}

const reports = mkdtempSync(join(tmpdir(), 'career-tarot-reports-'));
const vitestReport = join(reports, 'vitest.json');
const bundleReport = join(reports, 'bundle.json');
const playwrightReport = join(reports, 'playwright.json');
const browsersReport = join(reports, 'browsers.json');

interface Step {
  title: string;
  command: string;
  /** The tests that its runner reported. */
  read?: () => TestRun[];
  environment?: Record<string, string>;
  /** Runs Playwright with these arguments, for those of its tests that passed only at a second try. */
  again?: string;
  /** Where it can be done; everywhere unless something is named. */
  platform?: NodeJS.Platform;
}

/** One after the other; those that stand together run at once, because neither uses both cores all the time. */
const all: Step[][] = [
  [
    {
      title: 'unit and API tests',
      command: `npm run --silent test:unit -- --reporter=default --reporter=json --outputFile=${vitestReport}`,
      read: () => readVitest(vitestReport),
    },
    { title: 'types, lint, format, unused code', command: 'npm run --silent check' },
  ],
  [
    {
      title: 'browser tests of the built product',
      command: 'npm run --silent test:e2e -- --reporter=list,json',
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
      read: () => readPlaywright(playwrightReport),
      again: 'playwright test --reporter=list',
    },
  ],
  [
    {
      title: 'the same cases against the built service',
      command: `vitest run --config tests/built/vitest.config.ts --reporter=default --reporter=json --outputFile=${bundleReport}`,
      read: () => readVitest(bundleReport),
    },
  ],
  [
    {
      title: 'the main story in WebKit and in Firefox',
      command:
        'node tests/browsers/install.ts && playwright test --config tests/browsers --reporter=list,json',
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: browsersReport },
      read: () => readPlaywright(browsersReport),
      again: 'playwright test --config tests/browsers --reporter=list',
      // WebKitGTK is nowhere else.
      platform: 'linux',
    },
  ],
];

/** How often one that passed only at a second try has to hold then, alone, to count as passed. */
const proof = 5;
/** More than these at once are no chance. */
const mayBeUnsteady = 3;

const slowestToTell = 20;
const total: Count = { passed: 0, failed: [] };
const tests: TestRun[] = [];
const unsteady: string[] = [];
for (const together of all) {
  const here = together.filter(({ platform = process.platform }) => platform === process.platform);
  const counts = await Promise.all(here.map((step, index) => run(step, index === 0)));
  for (const { passed, failed } of counts) {
    total.passed += passed;
    total.failed.push(...failed);
  }
}

console.log(`\nThe slowest ${slowestToTell} tests:\n${tellSlowest(tests, slowestToTell)}`);
for (const name of unsteady) console.log(`unsteady: ${name} (failed once, then held ${proof} times)`);
for (const name of total.failed) console.log(`failed: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 && total.passed > 0 ? 0 : 1;

/** @param isShown whether it is seen as it goes; otherwise what it says is told when it is over */
async function run(step: Step, isShown: boolean): Promise<Count> {
  const startedAt = Date.now();
  if (isShown) console.log(`\n== ${step.title}`);
  const isOk = await runCommand(step, isShown);
  const count = await countOf(step, isOk);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`== ${step.title}: ${count.failed.length === 0 ? 'ok' : 'FAILED'} after ${seconds} s`);
  return count;
}

/** @returns whether it went well */
async function runCommand({ title, command, environment }: Step, isShown: boolean): Promise<boolean> {
  const child = spawn(command, {
    shell: true,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const [status] = await once(child, 'close');
  if (!isShown) process.stdout.write(`\n== ${title}\n${Buffer.concat(said)}`);
  return status === 0;
}

/** A step that failed without a failed test (a build, a type error, a crash, no report) is one failure. */
async function countOf(step: Step, isOk: boolean): Promise<Count> {
  const { title, read } = step;
  if (!read) return isOk ? { passed: 1, failed: [] } : { passed: 0, failed: [title] };
  let reported: TestRun[];
  try {
    reported = read();
  } catch {
    return { passed: 0, failed: [`${title}: its report cannot be read`] };
  }
  tests.push(...reported);
  const having = (wanted: TestRun['outcome']) => reported.filter(({ outcome }) => outcome === wanted);
  const failed = having('failed').map(({ name }) => name);
  const inDoubt = having('unsteady');
  const passed = having('passed').length;
  if (!isOk && failed.length + inDoubt.length === 0) failed.push(title);
  if (inDoubt.length === 0) return { passed, failed };
  const names = inDoubt.map(({ name }) => name);
  if (failed.length > 0 || !(await holds(step, inDoubt))) return { passed, failed: [...failed, ...names] };
  unsteady.push(...names);
  return { passed: passed + inDoubt.length, failed };
}

/** @returns whether these tests pass time and again when nothing else runs beside them */
async function holds({ title, again, environment }: Step, inDoubt: TestRun[]): Promise<boolean> {
  if (!again || inDoubt.length > mayBeUnsteady) return false;
  const places = inDoubt.map(({ place }) => place).join(' ');
  console.log(`\n== ${title}: once more, ${proof} times each: ${places}`);
  const command = `${again} --retries=0 --workers=1 --repeat-each=${proof} ${places}`;
  return runCommand({ title, command, ...(environment && { environment }) }, true);
}
