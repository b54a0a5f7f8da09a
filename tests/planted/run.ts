import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readVitest, type TestRun } from '../reports.ts';

/*
 * `npm run test:planted [-- NAME…] [--all]`: plants each fault of this folder in a copy of the last commit,
 * runs the unit and component tests that reach its file (with `--all` also the slow tests), and prints which
 * test finds it. A patch that no longer applies is an error.
 */

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
});

type Fault = (typeof faults)[number];

const levels = [
  { level: 'unit or API test', options: ['--project', 'unit'] },
  { level: 'component test', options: ['--config', 'tests/components/vitest.config.ts'] },
  ...(values.all ? [{ level: 'slow test', options: ['--project', 'slow'] }] : []),
];

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim();
const folder = mkdtempSync(join(tmpdir(), 'career-tarot-planted-'));
const copy = join(folder, 'copy');
const report = join(folder, 'report.json');
const git = (...words: string[]) => spawnSync('git', words, { cwd: copy, encoding: 'utf8' });

const faults = globSync('*/*.patch', { cwd: import.meta.dirname })
  .sort()
  .map((path) => {
    const patch = join(import.meta.dirname, path);
    const changed = readFileSync(patch, 'utf8').matchAll(/^\+\+\+ b\/(.+)$/gm);
    return { name: basename(path, '.patch'), patch, files: [...changed].map(([, file = '']) => file) };
  })
  .filter(({ name }) => names.length === 0 || names.includes(name));
const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
if (unknown.length > 0) throw new Error(`There is no such fault: ${unknown.join(', ')}`);

execFileSync('git', ['worktree', 'add', '--quiet', '--detach', copy], { cwd: root });
try {
  prepareCopy();
  process.exitCode = lookForAll();
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
  rmSync(folder, { recursive: true });
}

/** @returns the exit code: 1 if a fault cannot be planted or is not found */
function lookForAll(): number {
  const stale = faults.filter(({ patch }) => git('apply', '--check', patch).status !== 0);
  for (const { name } of stale) console.log(`does not apply: ${name}`);
  const planted = faults.filter((fault) => !stale.includes(fault));
  const unfound: Fault[] = [];
  for (const [index, fault] of planted.entries()) {
    const finder = find(fault);
    console.log(`${index + 1} of ${planted.length}: ${fault.name}: ${finder ?? 'not found'}`);
    if (!finder) unfound.push(fault);
  }
  console.log(
    `\n${planted.length - unfound.length} of ${faults.length} found by ${levels.map(({ level }) => level).join(', ')}`,
  );
  return stale.length + unfound.length === 0 ? 0 : 1;
}

/**
 * Runs the tests beside the fault's files, then all that import them.
 * @returns level and name of a test that fails twice with the fault and passes without it; null if none does
 */
function find({ patch, files }: Fault): string | null {
  const folders = [...new Set(files.map((file) => `${dirname(file)}/`))];
  for (const { level, options } of levels) {
    const look = (...tests: string[]) => {
      git('apply', patch);
      const failed = runVitest(...tests, ...options);
      const failedAgain = failed.filter((test) => fails(test, options));
      git('apply', '--reverse', patch);
      return failedAgain.find((test) => !fails(test, options));
    };
    const beside = look('run', ...folders, '--bail=1');
    const finder = beside ?? look('related', '--run', ...files);
    if (finder) return `${level}, ${finder.name}`;
  }
  return null;
}

function fails({ name, place = '' }: TestRun, options: string[]): boolean {
  return runVitest('run', place, ...options).some((test) => test.name === name);
}

function runVitest(...words: string[]): TestRun[] {
  runHere(['vitest', ...words, '--passWithNoTests', '--reporter=json', `--outputFile=${report}`]);
  return readVitest(report).filter(({ outcome }) => outcome === 'failed');
}

function runHere([command = '', ...words]: string[]): void {
  rmSync(report, { force: true });
  spawnSync(command, words, { cwd: copy, stdio: 'ignore' });
}

/** Adds what git does not have: installed packages, linked if the disk supports it, and generated files. */
function prepareCopy(): void {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  if (spawnSync('cp', ['-al', from, to]).status !== 0) {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
  // The copy's tools would write into these caches of the original.
  for (const cache of ['.cache', '.vite', '.vite-temp'])
    rmSync(join(to, cache), { recursive: true, force: true });
  runHere(['node', 'emails/build.ts']);
  runHere(['node', 'tools/fonts/cut.ts']);
}
