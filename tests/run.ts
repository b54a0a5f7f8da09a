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
const playwrightReport = join(reports, 'playwright.json');
const browsersReport = join(reports, 'browsers.json');

interface Step {
  title: string;
  command: string;
  /** The tests that its runner reported. */
  read?: () => TestRun[];
  environment?: Record<string, string>;
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
    },
  ],
  [
    {
      title: 'the main story in WebKit and in Firefox',
      command:
        'node tests/browsers/install.ts && playwright test --config tests/browsers --reporter=list,json',
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: browsersReport },
      read: () => readPlaywright(browsersReport),
      // WebKitGTK is nowhere else.
      platform: 'linux',
    },
  ],
];

const slowestToTell = 20;
const total: Count = { passed: 0, failed: [] };
const tests: TestRun[] = [];
for (const together of all) {
  const here = together.filter(({ platform = process.platform }) => platform === process.platform);
  const counts = await Promise.all(here.map((step, index) => run(step, index === 0)));
  for (const { passed, failed } of counts) {
    total.passed += passed;
    total.failed.push(...failed);
  }
}

console.log(`\nThe slowest ${slowestToTell} tests:\n${tellSlowest(tests, slowestToTell)}`);
for (const name of total.failed) console.log(`failed: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 && total.passed > 0 ? 0 : 1;

/** @param isShown whether it is seen as it goes; otherwise what it says is told when it is over */
async function run(step: Step, isShown: boolean): Promise<Count> {
  const startedAt = Date.now();
  if (isShown) console.log(`\n== ${step.title}`);
  const child = spawn(step.command, {
    shell: true,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...step.environment },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const [status] = await once(child, 'close');
  if (!isShown) process.stdout.write(`\n== ${step.title}\n${Buffer.concat(said)}`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`== ${step.title}: ${status === 0 ? 'ok' : 'FAILED'} after ${seconds} s`);
  return countOf(step, status === 0);
}

/** A step that failed without a failed test (a build, a type error, a crash, no report) is one failure. */
function countOf({ title, read }: Step, isOk: boolean): Count {
  if (!read) return isOk ? { passed: 1, failed: [] } : { passed: 0, failed: [title] };
  try {
    const reported = read();
    tests.push(...reported);
    const failed = reported.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);
    if (!isOk && failed.length === 0) failed.push(title);
    return { passed: reported.filter(({ outcome }) => outcome === 'passed').length, failed };
  } catch {
    return { passed: 0, failed: [`${title}: its report cannot be read`] };
  }
}
