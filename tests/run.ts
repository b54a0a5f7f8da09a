import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChanges } from './changes.ts';
import { readPlaywright, readVitest, type TestRun, tellSkipped, tellSlowest } from './reports.ts';

/*
 * `npm test`, `npm run test:all`, and `npm run test:changed`: runs the steps of one of them, continues after
 * a failure, lists the slowest tests, and ends with one line of counts from the runners' reports.
 */

interface Count {
  passed: number;
  /** The names of the failed tests, repeated at the end to be among the last lines. */
  failed: string[];
}

interface Step {
  title: string;
  command: string;
  /** How long it takes on two quiet cores, in seconds. */
  usual: number;
  /** Reads the tests that its runner reported. */
  read?: () => TestRun[];
  environment?: Record<string, string>;
  /** Runs Playwright with these arguments for its tests that passed only on a retry. */
  again?: string;
}

const reports = mkdtempSync(join(tmpdir(), 'career-tarot-reports-'));

/** @param how Vitest's other arguments */
function vitest(title: string, usual: number, how: string): Step {
  const report = join(reports, `${title.replaceAll(' ', '-')}.json`);
  const reporters = `--reporter=default --reporter=./tests/progress.ts --reporter=json --outputFile=${report}`;
  return {
    title,
    usual,
    command: `vitest run ${how} ${reporters}`,
    read: () => readVitest(report),
  };
}

/** @param how Playwright's other arguments */
function playwright(title: string, usual: number, how: string): Step {
  const report = join(reports, `${title.replaceAll(' ', '-')}.json`);
  return {
    title,
    usual,
    command: `playwright test ${how} --reporter=list,./tests/progress.ts,json`,
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    read: () => readPlaywright(report),
    again: `playwright test ${how} --reporter=list`,
  };
}

const prepare: Step = {
  title: 'generated files and the browser',
  usual: 5,
  command: 'node emails/build.ts && node tools/fonts/cut.ts && node tests/browser.ts',
};
const build = 'npm run --silent build && node tests/browser.ts';
const withoutWebKit: Step = {
  title: 'WebKit and Firefox',
  usual: 0,
  command: 'exit 0',
  read: () => [
    {
      name: 'the main story in WebKit and in Firefox',
      outcome: 'skipped',
      duration: 0,
      reason: 'WebKitGTK is only on Linux',
    },
  ],
};
const components = '--config tests/components/vitest.config.ts';

/** Groups run one after another, a group's lanes at the same time, a lane's steps in order. */
type Lane = Step[];
type Group = Lane[];

const suites: Record<string, () => Group[]> = {
  quick: () => [
    [[prepare]],
    [
      [vitest('unit and API tests', 240, '--project unit')],
      [vitest('component tests', 240, components)],
      [
        { title: 'types, lint, format, unused code', usual: 120, command: 'npm run --silent check' },
        { title: 'build', usual: 30, command: build },
        playwright('the main story and every screen once', 100, '--project=main'),
      ],
    ],
  ],
  all: () => [
    [[{ title: 'build', usual: 30, command: `${build} && node tests/programs.ts` }]],
    [[playwright('stories', 750, '--project=screens --project=stories')]],
    [[vitest('the same cases against the built service', 60, '--config tests/built/vitest.config.ts')]],
    [[vitest('faults attacks old databases release simulation', 230, '--project slow')]],
    process.platform === 'linux'
      ? [
          [
            { title: 'WebKit and Firefox', usual: 5, command: 'node tests/browsers/install.ts' },
            playwright('the main story in WebKit and in Firefox', 60, '--config tests/browsers'),
          ],
        ]
      : [[withoutWebKit]],
  ],
  changed() {
    const { since, folders, stories, screens } = findChanges(process.argv[3]);
    const steps = [
      prepare,
      vitest('unit and API tests', 20, `--project unit --changed ${since} ${folders}`),
      vitest('component tests', 15, `${components} --changed ${since} ${folders}`),
    ];
    if (stories || screens) steps.push({ title: 'build', usual: 30, command: build });
    if (stories) steps.push(playwright('stories', 30, `--only-changed=${since}`));
    if (screens) steps.push(playwright('screens', 30, `--project=screens --grep='${screens}'`));
    return [[steps]];
  },
};

const suite = suites[process.argv[2] ?? 'quick'];
if (!suite) throw new Error(`Usage: node tests/run.ts [${Object.keys(suites).join('|')}]`);
const all = suite();

/** How often a test that passed only on a retry must then pass alone to count as passed. */
const proof = 5;
/** More unsteady tests at once are not chance. */
const mayBeUnsteady = 3;

const slowestToTell = 20;
const total: Count = { passed: 0, failed: [] };
const tests: TestRun[] = [];
const unsteady: string[] = [];
for (const [index, group] of all.entries()) {
  const later = all.slice(index + 1).reduce((sum, next) => sum + longest(next), 0);
  await Promise.all(group.map((lane, place) => runLane(lane, { isShown: place === 0, later })));
}

console.log(`\nThe slowest ${slowestToTell} tests:\n${tellSlowest(tests, slowestToTell)}`);
for (const line of tellSkipped(tests)) console.log(line);
for (const name of unsteady) console.log(`unsteady: ${name} (failed once, then held ${proof} times)`);
for (const name of total.failed) {
  console.log(`failed: ${name}`);
  const error = tests.find((test) => test.name === name)?.error;
  if (error) console.log(error.replace(/^/gm, '  '));
}
console.log(`\n${total.passed} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 && total.passed > 0 ? 0 : 1;

/** @returns the usual duration of a group's longest lane, in seconds */
function longest(group: Group): number {
  return Math.max(0, ...group.map(usualOf));
}

function usualOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { usual }) => sum + usual, 0);
}

/** @param later the usual duration of all later groups, in seconds */
async function runLane(lane: Lane, { isShown, later }: { isShown: boolean; later: number }): Promise<void> {
  for (const [index, step] of lane.entries()) {
    if (isShown) console.log(`\n== About ${inWords(usualOf(lane.slice(index)) + later)} left.`);
    const { passed, failed } = await run(step, isShown);
    total.passed += passed;
    total.failed.push(...failed);
  }
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** @param isShown whether to print its output at once; otherwise it is printed at the end */
async function run(step: Step, isShown: boolean): Promise<Count> {
  const startedAt = Date.now();
  if (isShown) console.log(`\n== ${step.title}`);
  const isOk = await runCommand(step, isShown);
  const count = await countOf(step, isOk);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`== ${step.title}: ${count.failed.length === 0 ? 'ok' : 'FAILED'} after ${seconds} s`);
  return count;
}

/** @returns whether the command succeeded */
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

/** Counts a step that failed without a failed test (a build, a type error, a crash) as one failure. */
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

/** @returns whether these tests pass repeatedly when nothing else runs */
async function holds({ title, again, environment }: Step, inDoubt: TestRun[]): Promise<boolean> {
  if (!again || inDoubt.length > mayBeUnsteady) return false;
  const places = inDoubt.map(({ place }) => place).join(' ');
  console.log(`\n== ${title}: once more, ${proof} times each: ${places}`);
  const command = `${again} --retries=0 --workers=1 --repeat-each=${proof} ${places}`;
  return runCommand({ title, command, ...(environment && { environment }) }, true);
}
