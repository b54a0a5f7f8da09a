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
import type { Machine } from './machine.ts';

export interface Program {
  /** Its name in the folder of all programs: the version, or what its archive called it. */
  folder: string;
  version: string;
}

/** Lists the programs in a folder. */
export function listPrograms(programs: string): Program[] {
  if (!existsSync(programs)) return [];
  return readdirSync(programs)
    .filter((name) => name !== 'current' && !name.startsWith('.') && isProgram(join(programs, name)))
    .sort()
    .map((folder) => ({ folder, version: readVersion(join(programs, folder)) }));
}

export function findCurrent(programs: string): Program | null {
  const link = join(programs, 'current');
  if (!existsSync(link)) return null;
  const folder = basename(readlinkSync(link));
  return { folder, version: readVersion(link) };
}

/** Switches the link `current`: there is a program at every moment. */
export function switchTo(programs: string, { folder }: Program): void {
  replaceLink(join(programs, 'current'), folder);
}

/** Switches to a program that was installed, and records for a rollback which one ran before it. */
export function switchForward(programs: string, program: Program): void {
  const before = findCurrent(programs);
  if (before !== null) replaceLink(linkBefore(programs, program), before.folder);
  switchTo(programs, program);
}

/** @returns the program that ran before one was installed; null when none did, or it was deleted */
export function findBefore(programs: string, program: Program): Program | null {
  const link = linkBefore(programs, program);
  return existsSync(link) ? { folder: readlinkSync(link), version: readVersion(link) } : null;
}

const linkBefore = (programs: string, { folder }: Program): string => join(programs, `.before-${folder}`);

function replaceLink(link: string, target: string): void {
  const part = `${link}.part`;
  rmSync(part, { force: true });
  symlinkSync(target, part);
  renameSync(part, link);
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
  if (same && listBuild(join(programs, same.folder)) !== listBuild(release)) {
    throw new Error(
      `${join(programs, same.folder)} is another build of ${version}. Give this one a version of its own: RELEASE_VERSION=${version}-2 npm run release`,
    );
  }
  return { folder: same?.folder ?? version, version, isThere: same !== undefined };
}

/** Lists the files of the built program with their sizes. */
function listBuild(program: string): string {
  const folders = ['dist/service', 'dist/client'].map((name) => join(program, name)).filter(existsSync);
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [
      name,
      statSync(join(folder, name)).size,
    ]),
  );
  return JSON.stringify(files.sort());
}

/** What a release that was tried out has beside its own files: its code compiled, and accounts and orders. */
const madeByTrying = ['dist/compiled', 'data'];

/** Copies a release to its place, where all may read it: half a copy never has its name, not even after a power cut. */
export function copyRelease({ release, run }: Machine, programs: string, { folder }: Program): void {
  const part = join(programs, `.${folder}.part`);
  rmSync(part, { recursive: true, force: true });
  try {
    cpSync(release, part, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !madeByTrying.includes(relative(release, source)),
    });
    makeReadable(part);
    run('sync', []);
    renameSync(part, join(programs, folder));
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
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
  if (!isProgram(programs)) return null;
  if (isLink(programs)) return realpathSync(programs);
  const aside = `${programs}-before`;
  throw new Error(
    `${programs} is a program itself, and is to hold one folder for each version. With the service stopped, move it: mv ${programs} ${aside} && ln -s ${aside} ${programs}`,
  );
}

/** @returns the folder that the link of the old layout leads to afterwards */
export const folderOfVersions = (programs: string): string => `${programs}-versions`;

/** Has the link lead to a folder of versions. The program stays where it is, for it may be running, and is one of them. */
export function replaceOldLayout(programs: string, program: string): void {
  const folder = folderOfVersions(programs);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const version = readVersion(program);
  replaceLink(join(folder, version), program);
  replaceLink(join(folder, 'current'), version);
  replaceLink(programs, folder);
}

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
