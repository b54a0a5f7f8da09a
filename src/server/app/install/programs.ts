import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Machine } from './machine.ts';

export interface Program {
  /** Its name in the folder of all programs: the version, or its archive's name. */
  folder: string;
  version: string;
}

/** Lists the installed programs by folder name; [] before the first installation. */
export function listPrograms(programs: string): Program[] {
  if (!existsSync(programs)) return [];
  return readdirSync(programs)
    .filter((name) => name !== 'current' && !name.startsWith('.'))
    .filter((name) => existsSync(join(programs, name, 'bin/career-tarot.js')))
    .sort()
    .map((folder) => ({ folder, version: readVersion(join(programs, folder)) }));
}

/** Returns the program that `current` leads to; null before the first installation. */
export const findCurrent = (programs: string): Program | null => readLink(programs, 'current');

/** Returns the program that ran before one was installed; null if none did, or it was deleted. */
export const findBefore = (programs: string, { folder }: Program): Program | null =>
  readLink(programs, `.before-${folder}`);

function readLink(programs: string, name: string): Program | null {
  const link = join(programs, name);
  return existsSync(link) ? { folder: basename(readlinkSync(link)), version: readVersion(link) } : null;
}

/** Points the link `current` to a program, atomically. */
export const switchTo = (programs: string, { folder }: Program): void =>
  replaceLink(programs, 'current', folder);

/** Switches to an installed program, and records for a rollback the one that ran before. */
export function switchForward(programs: string, program: Program): void {
  const before = findCurrent(programs);
  if (before?.folder === program.folder) return;
  if (before !== null) replaceLink(programs, `.before-${program.folder}`, before.folder);
  switchTo(programs, program);
}

function replaceLink(programs: string, name: string, target: string): void {
  const part = join(programs, `${name}.part`);
  rmSync(part, { force: true });
  symlinkSync(target, part);
  renameSync(part, join(programs, name));
}

/** Returns a release's folder below `programs`, and whether it exists. @throws {Error} if it holds another build */
export function placeRelease(programs: string, { release, run }: Machine): Program & { isThere: boolean } {
  const version = readVersion(release);
  const isInside = existsSync(programs) && realpathSync(programs) === dirname(release);
  if (isInside) return { folder: basename(release), version, isThere: true };
  const same = listPrograms(programs).find((program) => program.version === version);
  if (same === undefined) return { folder: version, version, isThere: false };
  const installed = join(programs, same.folder);
  try {
    run('diff', ['-rq', ...madeByTrying.flatMap((name) => ['-x', basename(name)]), release, installed]);
  } catch {
    throw new Error(
      `${installed} is another build of ${version}. Give this one its own version: RELEASE_VERSION=${version}-2 npm run release`,
    );
  }
  return { ...same, isThere: true };
}

/** Paths that trying out a release creates in it: compiled code, accounts and orders. */
const madeByTrying = ['dist/compiled', 'data'];

/** Copies a release, without its data, among all programs, readable by all. Even a power cut leaves no partial copy. */
export function copyRelease({ release, run }: Machine, programs: string, { folder }: Program): void {
  const part = join(programs, `.${folder}.part`);
  run('install', ['-d', '-m', '755', programs]);
  rmSync(part, { recursive: true, force: true });
  try {
    run('cp', ['-R', release, part]);
    run('rm', ['-rf', ...madeByTrying.map((name) => join(part, name))]);
    run('chmod', ['-R', 'u=rwX,go=rX', part]);
    run('sync', []);
    renameSync(part, join(programs, folder));
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** Returns the version in the `package.json` of a program's folder. */
export function readVersion(program: string): string {
  const { version } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')) as { version: string };
  return version;
}
