import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DatabaseUnusable } from '../../../db/files.ts';
import type { CheckedDatabase } from '../../../db/keeping/check.ts';
import { hours } from '../../shared/durations.ts';
import { ownProgram } from '../basics/own-program.ts';
import { runApart } from '../basics/run-apart.ts';

export type KeepJob = { do: 'copy'; from: string; to: string } | { do: 'check'; path: string };

export type KeepNews =
  | { at: string }
  | { part: string; total: number }
  | { done: unknown }
  | { failed: string };

/** Told what is being done, and where it can be counted how many bytes of how many. */
export type TellKept = (what: string, done?: number, total?: number) => void;

export interface Keeping {
  tell?: TellKept;
  stop?: AbortSignal;
}

/** The largest database on the slowest disk, in milliseconds. */
const longestWork = hours(6);

/** How often a copy is measured that is being written, in milliseconds. */
const measurePause = 200;

const bundled = new URL('../../../dist/service/keep.js', import.meta.url);
const source = new URL('./keep-process.ts', import.meta.url);

/**
 * Writes a whole copy of a database that is in use, in a process of its own.
 *
 * @param to a file that is not there yet
 * @throws {DatabaseUnusable} with what SQLite or the file system says; nothing is left behind then
 */
async function copyApart(from: string, to: string, keeping: Keeping = {}): Promise<void> {
  await runKeeper({ do: 'copy', from, to }, keeping);
}

/** `checkDatabase` in a process of its own. @throws {DatabaseUnusable} with what is wrong with it */
export async function checkApart(path: string, keeping: Keeping = {}): Promise<CheckedDatabase> {
  return (await runKeeper({ do: 'check', path }, keeping)) as CheckedDatabase;
}

/** What copies databases, and looks whether a copy is whole. */
export interface Keeper {
  copy: typeof copyApart;
  check: typeof checkApart;
}

/** The one that holds nothing else up. */
export const keepApart: Keeper = { copy: copyApart, check: checkApart };

async function runKeeper(job: KeepJob, { tell, stop }: Keeping): Promise<unknown> {
  const program = ownProgram(bundled, source);
  let last: KeepNews | null = null;
  let part: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  const hear = (news: unknown) => {
    last = news as KeepNews;
    if ('at' in last) tell?.(last.at);
    if (!('part' in last)) return;
    const { total } = last;
    part = last.part;
    // Without a listener for progress the disk is not asked: it may hang.
    if (tell)
      timer = setInterval(() => tell('Copying the database', sizeOf(part ?? ''), total), measurePause);
  };
  try {
    await runApart(program, job, { patience: longestWork, hear, ...(stop ? { stop } : {}) });
    // Of one that was killed, half a file is left.
    if (part !== null) for (const half of [part, `${part}-journal`]) await rm(half, { force: true });
  } finally {
    clearInterval(timer);
  }
  return resultOf(last);
}

function resultOf(last: KeepNews | null): unknown {
  if (last && 'done' in last) return last.done;
  if (last && 'failed' in last) throw new DatabaseUnusable(last.failed);
  throw new DatabaseUnusable('The process that did it was stopped before it was done.');
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
