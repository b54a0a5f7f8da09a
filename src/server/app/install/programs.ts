import {
  cpSync,
  existsSync,
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
export function placeRelease(programs: string, release: string): Program & { isThere: boolean } {
  if (isProgram(programs)) throw new Error(moveOldLayout(programs));
  const version = readVersion(release);
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
  if (!existsSync(programs)) run('install', ['-d', '-m', '755', programs]);
  rmSync(part, { recursive: true, force: true });
  try {
    cpSync(release, part, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !madeByTrying.includes(relative(release, source)),
    });
    run('chmod', ['-R', 'u=rwX,go=rX', part]);
    run('sync', []);
    renameSync(part, join(programs, folder));
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** Tells how to leave the layout of the first guides, in which `/opt/career-tarot` was, or led to, the only program. */
function moveOldLayout(programs: string): string {
  const [aside, version] = [`${programs}-before`, readVersion(programs)];
  const commands = `mv ${programs} ${aside} && mkdir ${programs} && cp -a ${aside}/. ${programs}/${version} && ln -s ${version} ${programs}/current`;
  return `${programs} is a program itself, and is to hold one folder for each version. Have your proxy, and units and scripts that you have changed, name ${programs}/current instead. Then, with the service stopped, move it: ${commands}`;
}

function isProgram(path: string): boolean {
  return statSync(join(path, 'bin/career-tarot.js'), { throwIfNoEntry: false })?.isFile() ?? false;
}

export function readVersion(program: string): string {
  const { version } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')) as { version: string };
  return version;
}
