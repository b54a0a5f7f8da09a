import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { giveToOwner } from '../files.ts';
import { type Held, takeAlone } from './take-alone.ts';

const leftPart = /^\d+\.part(?:-wal|-shm|-journal)?$/;

/** How much is copied in one go, in bytes. */
const chunk = 1_048_576;

export interface Restored<Facts> {
  /** What was found in it. */
  facts: Facts;
  /** Where what was there before is now; null when nothing was there. */
  kept: string | null;
}

/** @returns what the copy is called until it is in place; two processes never write the same */
export const restoringPart = (to: string): string => `${to}.restoring.${process.pid}.part`;

interface Restoring<Facts> {
  /** A whole copy of a database; it stays as it is. */
  from: string;
  /** Where the database is to be; the caller has claimed it. */
  to: string;
  now: number;
  /** Looks at the copy that is to take the place. @throws unless it may */
  check: (path: string) => Promise<Facts>;
  /** Told as soon as the copy is the database: what fails afterwards fails with it in place. */
  inPlace: () => void;
  /** Told how many bytes of how many are copied. */
  tell: (done: number, total: number) => void;
}

/**
 * Puts a copy in the place of the database and keeps the old one beside it. At any moment there is a whole database in
 * that place, the old one or the new one; if the process is killed in between, run it again.
 *
 * @throws {DatabaseUnusable} when another process has the database open; what `check` throws; the file system's error.
 *   Unless `inPlace` was called, nothing has changed then
 */
export async function restoreDatabase<Facts>(restoring: Restoring<Facts>): Promise<Restored<Facts>> {
  const { from, to, now, check, inPlace, tell } = restoring;
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const held = takeAlone(to);
  const copy = restoringPart(to);
  try {
    dropLeftParts(to);
    await copyFile(from, copy, tell);
    if (existsSync(`${from}-wal`)) await copyFile(`${from}-wal`, `${copy}-wal`, () => {});
    const facts = await check(copy);
    chmodSync(copy, 0o600);
    giveToOwner(copy, to);
    const kept = putInPlace(copy, to, held, now);
    inPlace();
    // Rendered from what was there before.
    rmSync(`${to}.pages`, { force: true });
    syncFolder(dirname(to));
    return { facts, kept };
  } finally {
    held.release();
    dropParts(copy);
  }
}

function putInPlace(copy: string, to: string, held: Held, now: number): string | null {
  const aside = `${to}.before-restore-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}`;
  let kept: string | null = null;
  if (existsSync(to)) {
    kept = aside;
    linkOrMove(to, kept);
  }
  // SQLite could not read the file, so its changes cannot be judged: keep the two together.
  if (!held.isReadable && existsSync(`${to}-wal`)) {
    renameSync(`${to}-wal`, `${aside}-wal`);
    kept ??= `${aside}-wal`;
  }
  for (const part of ['-wal', '-shm', '-journal']) rmSync(`${to}${part}`, { force: true });
  renameSync(copy, to);
  return kept;
}

/** A second name leaves the file in its place until the other one takes it; some file systems know no second name. */
function linkOrMove(path: string, other: string): void {
  try {
    linkSync(path, other);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    renameSync(path, other);
  }
}

async function copyFile(from: string, to: string, tell: Restoring<unknown>['tell']): Promise<void> {
  const source = openSync(from, 'r');
  const target = openSync(to, 'wx', 0o600);
  try {
    const { size } = statSync(from);
    const buffer = Buffer.allocUnsafe(chunk);
    for (let done = 0, read = 0; ; done += read) {
      tell(done, size);
      read = readSync(source, buffer, 0, chunk, null);
      if (read === 0) break;
      for (let written = 0; written < read; ) {
        written += writeSync(target, buffer, written, read - written);
      }
      // Lets the progress report go out.
      await new Promise(setImmediate);
    }
    fsyncSync(target);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

/** Takes away what restores that were killed have left: there is no other one while the database is claimed. */
function dropLeftParts(to: string): void {
  const start = `${basename(to)}.restoring.`;
  for (const name of readdirSync(dirname(to))) {
    if (name.startsWith(start) && leftPart.test(name.slice(start.length)))
      rmSync(join(dirname(to), name), { force: true });
  }
}

function dropParts(copy: string): void {
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(`${copy}${part}`, { force: true });
}

/** Without it, a name may be forgotten when the power fails. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    // Some systems open no folder.
  }
}
