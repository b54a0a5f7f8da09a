import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlaywright, readVitest, type TestRun, tellSlowest } from './reports.ts';

/*
 * `npm test` and `npm run test:all`: runs the steps of a suite, goes on after a failure, lists the slowest tests, and ends
 * with one line that counts what the runners reported.
 */

interface Count {
  passed: number;
  /** Names, which are printed again at the end. */
  failed: string[];
}

interface Step {
  title: string;
  command: string;
  /** The tests that its runner reported. */
  read?: () => TestRun[];
  environment?: Record<string, string>;
}

const reports = mkdtempSync(join(tmpdir(), 'career-tarot-reports-'));

/** @param first a command to run before */
function vitest(title: string, how: string, first = 'true'): Step {
  const report = join(reports, `${title.replaceAll(' ', '-')}.json`);
  const reporters = `--reporter=default --reporter=json --outputFile=${report}`;
  return {
    title,
    command: `${first} && vitest run ${how} ${reporters}`,
    read: () => readVitest(report),
  };
}

function playwright(title: string, how: string): Step {
  const report = join(reports, `${title.replaceAll(' ', '-')}.json`);
  return {
    title,
    command: `playwright test ${how} --reporter=list,json`,
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    read: () => readPlaywright(report),
  };
}

const prepare = 'node emails/build.ts && node src/styles/fonts/cut.ts && node tests/browser.ts';
const build = 'npm run --silent build && node tests/browser.ts';
const components = '--config tests/components/vitest.config.ts';

/** Groups run one after the other, the lanes of a group beside each other, the steps of a lane in their order. */
type Lane = Step[];
type Group = Lane[];

const suites: Record<string, () => Group[]> = {
  quick: () => [
    [
      [
        vitest('unit and API tests', '--project unit', prepare),
        vitest('component tests', `${components} --exclude 'src/islands/{orders,writing}/**'`),
      ],
      [
        { title: 'types, lint, format, unused code', command: 'npm run --silent check' },
        { title: 'build', command: build },
        playwright('the main story and every screen once', '--project=main'),
        // So that both lanes end at about the same time.
        vitest(
          'component tests of orders and writing',
          `${components} src/islands/orders/ src/islands/writing/`,
        ),
      ],
    ],
  ],
  all: () => [
    [[{ title: 'build', command: build }]],
    [[playwright('stories', '--project=screens --project=stories')]],
    [[vitest('the same cases against the built service', '--config tests/built/vitest.config.ts')]],
    [[vitest('faults attacks old databases release simulation', '--project slow')]],
    // WebKitGTK is nowhere else.
    process.platform === 'linux'
      ? [
          [
            { title: 'WebKit and Firefox', command: 'node tests/browsers/install.ts' },
            playwright('the main story in WebKit and in Firefox', '--config tests/browsers'),
          ],
        ]
      : [],
  ],
};

const suite = suites[process.argv[2] ?? 'quick'];
if (!suite) throw new Error(`Usage: node tests/run.ts [${Object.keys(suites).join('|')}]`);

const slowestToTell = 20;
const total: Count = { passed: 0, failed: [] };
const tests: TestRun[] = [];
for (const group of suite()) await Promise.all(group.map((lane, place) => runLane(lane, place === 0)));

console.log(`\nThe slowest ${slowestToTell} tests:\n${tellSlowest(tests, slowestToTell)}`);
for (const { name, outcome } of tests) if (outcome === 'flaky') console.log(`flaky: ${name}`);
for (const name of total.failed) {
  console.log(`failed: ${name}`);
  const error = tests.find((test) => test.name === name)?.error;
  if (error) console.log(error.replace(/^/gm, '  '));
}
console.log(`\n${total.passed} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 && total.passed > 0 ? 0 : 1;

async function runLane(lane: Lane, isShown: boolean): Promise<void> {
  for (const step of lane) {
    const { passed, failed } = await run(step, isShown);
    total.passed += passed;
    total.failed.push(...failed);
  }
}

/** @param isShown whether its output is printed as it comes, or at its end */
async function run(step: Step, isShown: boolean): Promise<Count> {
  const startedAt = Date.now();
  if (isShown) console.log(`\n== ${step.title}`);
  const isOk = await runCommand(step, isShown);
  const count = countOf(step, isOk);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`== ${step.title}: ${count.failed.length === 0 ? 'ok' : 'FAILED'} after ${seconds} s`);
  return count;
}

/** @returns whether it went well */
async function runCommand(
  { title, command, environment }: Pick<Step, 'title' | 'command' | 'environment'>,
  isShown: boolean,
): Promise<boolean> {
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
function countOf({ title, read }: Step, isOk: boolean): Count {
  if (!read) return isOk ? { passed: 1, failed: [] } : { passed: 0, failed: [title] };
  let reported: TestRun[];
  try {
    reported = read();
  } catch {
    return { passed: 0, failed: [`${title}: its report cannot be read`] };
  }
  tests.push(...reported);
  const failed = reported.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);
  if (!isOk && failed.length === 0) failed.push(title);
  const passed = reported.filter(({ outcome }) => outcome === 'passed' || outcome === 'flaky').length;
  return { passed, failed };
}
