import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * `npm test`: types and lint, unit and API tests, the build, and the browsers, one after the other. It
 * goes on after a failure, and ends with one line that counts what the runners themselves reported.
 */

interface Count {
  passed: number;
  failed: number;
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

const total: Count = { passed: 0, failed: 0 };
for (const step of all.filter(({ platform = process.platform }) => platform === process.platform)) {
  const startedAt = Date.now();
  console.log(`\n== ${step.title}`);
  const { status } = spawnSync(step.command, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, ...step.environment },
  });
  const count = step.count ? readCount(step.count) : { passed: 0, failed: 0 };
  // A step that failed without a failed test (a build, a type error, a crash) is one failure.
  if (status !== 0 && count.failed === 0) count.failed = 1;
  if (status === 0 && !step.count) count.passed = 1;
  total.passed += count.passed;
  total.failed += count.failed;
  console.log(
    `== ${step.title}: ${status === 0 ? 'ok' : 'FAILED'} after ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/** A report that is missing or unreadable means that the runner did not get to its end. */
function readCount(count: () => Count): Count {
  try {
    return count();
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function countVitest(path: string): Count {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

function countPlaywright(path: string): Count {
  const { stats } = JSON.parse(readFileSync(path, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}
