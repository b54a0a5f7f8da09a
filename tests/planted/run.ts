import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPlaywright, readVitest, type TestRun } from '../reports.ts';

/*
 * `npm run test:planted [-- NAME…] [--stories]`: plants each fault of this folder in a copy of the last commit, runs the
 * tests that reach its file, the quick ones first, and says which finds it. With `--stories` those that no quick test
 * finds are planted together, and the browser looks for them. A patch that does not apply any more is an error.
 */

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { stories: { type: 'boolean', default: false } },
});

interface Fault {
  name: string;
  patch: string;
  files: string[];
}

/** The levels that are tried one after the other, with what runs the tests that reach some files. */
const levels: [level: string, run: (files: string[], report: string) => string[]][] = [
  ['unit or API test', (files, report) => related(files, report, '--project', 'unit')],
  [
    'component test',
    (files, report) => related(files, report, '--config', 'tests/components/vitest.config.ts'),
  ],
];
const related = (files: string[], report: string, ...how: string[]) => [
  ...['vitest', 'related', ...files, '--run', '--bail=1', '--passWithNoTests', ...how],
  ...['--reporter=json', `--outputFile=${report}`],
];

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim();
const folder = mkdtempSync(join(tmpdir(), 'career-tarot-planted-'));
const copy = join(folder, 'copy');
const report = join(folder, 'report.json');
const git = (...words: string[]) => spawnSync('git', words, { cwd: copy, encoding: 'utf8' });

const faults = globSync('*/*.patch', { cwd: import.meta.dirname })
  .sort()
  .map((path): Fault => {
    const patch = join(import.meta.dirname, path);
    const files = [...readFileSync(patch, 'utf8').matchAll(/^\+\+\+ b\/(.+)$/gm)].map(
      ([, file = '']) => file,
    );
    return { name: basename(path, '.patch'), patch, files };
  })
  .filter(({ name }) => names.length === 0 || names.includes(name));

execFileSync('git', ['worktree', 'add', '--detach', copy], { cwd: root });
try {
  prepareCopy();
  process.exitCode = lookForAll();
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
  rmSync(folder, { recursive: true });
}

/** @returns the exit code: 1 when a fault cannot be planted, or is not found */
function lookForAll(): number {
  const stale = faults.filter(({ patch }) => git('apply', '--check', patch).status !== 0);
  for (const { name } of stale) console.log(`does not apply: ${name}`);
  const unfound: Fault[] = [];
  const failing = names.length > 0 ? [] : failingAnyway();
  const planted = faults.filter((fault) => !stale.includes(fault));
  for (const [index, fault] of planted.entries()) {
    const finder = find(fault, failing);
    console.log(`${index + 1} of ${planted.length}: ${fault.name}: ${finder ?? 'not found by a quick test'}`);
    if (!finder) unfound.push(fault);
  }
  if (values.stories && unfound.length > 0) lookInStories(unfound);
  console.log(`\n${planted.length - unfound.length} of ${faults.length} found by quick tests`);
  return stale.length + unfound.length === 0 ? 0 : 1;
}

/** @returns the tests that fail without any fault: they find nothing */
function failingAnyway(): string[] {
  return levels.flatMap(([, run]) => {
    runHere(
      run([], report)
        .filter((word) => word !== '--bail=1')
        .map((word) => (word === 'related' ? 'run' : word)),
    );
    return failedOf(() => readVitest(report));
  });
}

/** @returns the level and the name of the first test that fails with it only; null when none does */
function find({ patch, files }: Fault, failing: string[]): string | null {
  git('apply', patch);
  try {
    for (const [level, run] of levels) {
      runHere(run(files, report));
      const failed = failedOf(() => readVitest(report)).filter((name) => !failing.includes(name));
      if (failed[0]) return `${level}, ${failed[0]}`;
    }
    return null;
  } finally {
    git('apply', '--reverse', patch);
  }
}

/** Plants all of them at once: they are in different files, and what fails tells them apart. */
function lookInStories(unfound: Fault[]): void {
  const withFiles = new Set<string>();
  for (const { patch, files } of unfound) {
    if (files.some((file) => withFiles.has(file))) continue;
    for (const file of files) withFiles.add(file);
    git('apply', patch);
  }
  runHere(['npm', 'run', 'build']);
  runHere(['playwright', 'test', '--retries=0', '--reporter=json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  console.log(`\nWith ${unfound.map(({ name }) => name).join(', ')} these fail:`);
  for (const name of failedOf(() => readPlaywright(report))) console.log(`  ${name}`);
}

function failedOf(read: () => TestRun[]): string[] {
  try {
    return read()
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ name }) => name);
  } catch {
    return ['the run itself broke off'];
  }
}

function runHere([command = '', ...words]: string[], environment: Record<string, string> = {}): void {
  rmSync(report, { force: true });
  spawnSync(command, words, { cwd: copy, stdio: 'ignore', env: { ...process.env, ...environment } });
}

/** Installed packages and what is generated are not in git. */
function prepareCopy(): void {
  cpSync(join(root, 'node_modules'), join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  runHere(['node', 'emails/build.ts']);
  runHere(['node', 'src/styles/fonts/cut.ts']);
}
