import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

const pattern = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/**
 * Names the version of a release: `0.2.0` for a commit with the tag `v0.2.0`, else one on the way to the next, which
 * sorts by the commit's date, such as `0.2.1-20261127163212-acb3a3fa`, or `0.2.0-rc.1.20261127163212-acb3a3fa` behind a
 * release candidate. Of files that are in no commit, or without git, the date is today's.
 * @param base the version in package.json
 * @param wanted a version that was asked for
 */
export function findVersion(root: string, base: string, wanted?: string, now = new Date()): string {
  if (wanted) {
    if (pattern.test(wanted)) return wanted;
    throw new Error(`“${wanted}” is not a version. It looks like 0.2.0 or 0.2.0-rc.1.`);
  }
  const today = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const git = (...words: string[]) => askGit(root, words);
  const topFolder = git('rev-parse', '--show-toplevel');
  // A copy without git may lie in the working tree of another project.
  if (topFolder === null || realpathSync(topFolder) !== realpathSync(root)) return `${base}-${today}`;
  const lastTag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  const next = nextAfter(versionOf(lastTag), base);
  const commit = git('log', '-1', '--abbrev=8', '--date=format-local:%Y%m%d%H%M%S', '--format=%cd-%h');
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  if (commit === null || isChanged) return `${next}${today}-${commit?.split('-')[1] ?? 'none'}-changed`;
  return versionOf(git('describe', '--tags', '--exact-match', '--match', 'v[0-9]*')) ?? `${next}${commit}`;
}

function versionOf(tag: string | null): string | null {
  const version = tag?.slice('v'.length) ?? '';
  return pattern.test(version) ? version : null;
}

const { compare } = new Intl.Collator('en', { numeric: true });

/** @returns the base, or where it is released already what comes behind that release; a date may follow it */
function nextAfter(released: string | null, base: string): string {
  const [core = '', candidate] = released?.split('-') ?? [];
  if (released === null || compare(core, base) < 0) return `${base}-`;
  if (candidate !== undefined) return `${released}.`;
  const [major, minor, patch] = core.split('.').map(Number);
  return `${major}.${minor}.${Number(patch) + 1}-`;
}

/** @returns what git says; null when it fails or is not there */
function askGit(root: string, words: readonly string[]): string | null {
  const env = { ...process.env, TZ: 'UTC' };
  const { status, stdout } = spawnSync('git', ['-C', root, ...words], { encoding: 'utf8', env });
  return status === 0 ? stdout.trim() : null;
}
