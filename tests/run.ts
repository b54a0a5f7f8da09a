import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/*
 * `npm test`: types and lint, unit and API tests, the build, and the browsers, one after the other. It
 * goes on after a failure, and ends with one line that counts what the runners themselves reported.
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
  count?: () => Count;
  environment?: Record<string, string>;
  /** Where it can be done; everywhere unless something is named. */
  platform?: NodeJS.Platform;
}

const all: Step[] = [
  { title: 'types, lint, format, unused code', command: 'npm run --silent check' },
  {
    title: 'unit and API tests',
    command: `npm run --silent test:unit -- --reporter=default --reporter=json --outputFile=${vitestReport}`,
    count: () => countVitest(vitestReport),
  },
  {
    title: 'browser tests of the built product',
    command: 'npm run --silent test:e2e -- --reporter=list,json',
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    count: () => countPlaywright(playwrightReport),
  },
  {
    title: 'the main story in WebKit and in Firefox',
    command: 'node tests/browsers/install.ts && playwright test --config tests/browsers --reporter=list,json',
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: browsersReport },
    count: () => countPlaywright(browsersReport),
    // WebKitGTK is nowhere else.
    platform: 'linux',
  },
];

const total: Count = { passed: 0, failed: [] };
for (const step of all.filter(({ platform = process.platform }) => platform === process.platform)) {
  const startedAt = Date.now();
  console.log(`\n== ${step.title}`);
  const { status } = spawnSync(step.command, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, ...step.environment },
  });
  const count = readCount(step, status === 0);
  total.passed += count.passed;
  total.failed.push(...count.failed);
  console.log(
    `== ${step.title}: ${status === 0 ? 'ok' : 'FAILED'} after ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
}

for (const name of total.failed) console.log(`failed: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 && total.passed > 0 ? 0 : 1;

/** A step that failed without a failed test (a build, a type error, a crash, no report) is one failure. */
function readCount({ title, count }: Step, isOk: boolean): Count {
  let counted: Count | null = null;
  try {
    counted = count ? count() : { passed: isOk ? 1 : 0, failed: [] };
  } catch {}
  if (counted === null) return { passed: 0, failed: [`${title}: its report cannot be read`] };
  if (!isOk && counted.failed.length === 0) counted.failed.push(title);
  return counted;
}

function countVitest(path: string): Count {
  const report: {
    numPassedTests: number;
    testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
  } = JSON.parse(readFileSync(path, 'utf8'));
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${basename(name)}: ${fullName}`),
  );
  return { passed: report.numPassedTests, failed };
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

function countPlaywright(path: string): Count {
  const report: { stats: { expected: number }; suites: PlaywrightSuite[] } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  return { passed: report.stats.expected, failed: report.suites.flatMap(listFailed) };
}

/** One that passed at a second try counts as failed. */
function listFailed({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(() => `${file}: ${title}`),
  );
  return [...failed, ...suites.flatMap(listFailed)];
}
