import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

export interface Program {
  /** Its name in the folder of all programs: the version, or what its archive called it. */
  folder: string;
  version: string;
}

/** Lists the programs in a folder, the oldest version first. */
export function listPrograms(programs: string): Program[] {
  if (!existsSync(programs)) return [];
  return readdirSync(programs)
    .filter((name) => name !== 'current' && !name.startsWith('.') && isProgram(join(programs, name)))
    .map((folder) => ({ folder, version: readVersion(join(programs, folder)) }))
    .sort((a, b) => compareVersions(a.version, b.version));
}

export function findCurrent(programs: string): Program | null {
  const link = join(programs, 'current');
  if (!existsSync(link)) return null;
  const folder = basename(readlinkSync(link));
  return { folder, version: readVersion(link) };
}

/** Switches the link `current` in one step: there is a program at every moment. */
export function switchTo(programs: string, { folder }: Program): void {
  const link = join(programs, '.current');
  rmSync(link, { force: true });
  symlinkSync(folder, link);
  renameSync(link, join(programs, 'current'));
}

/** @returns which program a release becomes in the folder of all programs, and whether it is there already */
export function placeRelease(
  programs: string,
  release: string,
  oldProgram: string | null,
): Program & { isThere: boolean } {
  const version = readVersion(release);
  if (oldProgram !== null) return { folder: version, version, isThere: readVersion(oldProgram) === version };
  const isInside = existsSync(programs) && realpathSync(programs) === dirname(release);
  if (isInside) return { folder: basename(release), version, isThere: true };
  const same = listPrograms(programs).find((program) => program.version === version);
  return { folder: same?.folder ?? version, version, isThere: same !== undefined };
}

/** Copies a release to its place, where all may read it: half a copy never has its name. */
export function copyRelease(release: string, programs: string, { folder }: Program): void {
  const part = join(programs, `.${folder}.part`);
  rmSync(part, { recursive: true, force: true });
  const compiled = join('dist', 'compiled');
  cpSync(release, part, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => relative(release, source) !== compiled,
  });
  makeReadable(part);
  renameSync(part, join(programs, folder));
}

function makeReadable(path: string): void {
  const facts = lstatSync(path);
  if (facts.isSymbolicLink()) return;
  const isForAll = facts.isDirectory() || (facts.mode & 0o100) !== 0;
  chmodSync(path, isForAll ? 0o755 : 0o644);
  if (facts.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name));
}

/**
 * Finds the program of the layout before 0.2, in which `/opt/career-tarot` was a link to the only program.
 * @returns its folder; null when the layout is today's, or nothing is there
 * @throws when the folder is a program itself
 */
export function findOldLayout(programs: string): string | null {
  const link = [programs, asideOf(programs)].find((path) => isLink(path));
  if (link !== undefined && isProgram(link)) return realpathSync(link);
  if (link !== undefined) {
    throw new Error(
      `${link} is a link, and not to a program of Career Tarot. Remove it if nothing needs it.`,
    );
  }
  if (!isProgram(programs)) return null;
  throw new Error(
    `${programs} is a program itself, and is to hold one folder for each version. With the service stopped, move it: mv ${programs} ${programs}-before`,
  );
}

/** Puts a folder in the place of the link. The program stays where it is, for it may be running, and is a version in it. */
export function replaceOldLayout(programs: string, program: string): void {
  const [folder, aside] = [`${programs}.part`, asideOf(programs)];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const version = readVersion(program);
  symlinkSync(program, join(folder, version));
  symlinkSync(version, join(folder, 'current'));
  // A folder cannot take the place of a link in one step.
  if (isLink(programs)) renameSync(programs, aside);
  renameSync(folder, programs);
  rmSync(aside);
}

const asideOf = (programs: string): string => `${programs}.link`;

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function isProgram(path: string): boolean {
  return statSync(join(path, 'bin/career-tarot.js'), { throwIfNoEntry: false })?.isFile() ?? false;
}

export function readVersion(program: string): string {
  const { version } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')) as { version: string };
  return version;
}

const { compare: compareText } = new Intl.Collator('en', { numeric: true });

/** Sorts `0.1.0-20261127163212-acb3a3fa`, a state on the way to 0.1.0, before `0.1.0`. */
export function compareVersions(one: string, other: string): number {
  const [[base, suffix], [otherBase, otherSuffix]] = [split(one), split(other)];
  if (base !== otherBase) return compareText(base, otherBase);
  if (suffix === '' || otherSuffix === '') return otherSuffix.length - suffix.length;
  return compareText(suffix, otherSuffix);
}

function split(version: string): [base: string, suffix: string] {
  const [base = '', ...suffix] = version.split('-');
  return [base, suffix.join('-')];
}
