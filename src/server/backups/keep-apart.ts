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

/** Gets the current step, and the bytes done and in total where they can be counted. */
export type TellKept = (what: string, done?: number, total?: number) => void;

export interface Keeping {
  tell?: TellKept;
  stop?: AbortSignal;
}

/** The largest database on the slowest disk, in milliseconds. */
const longestWork = hours(6);

/** How often a running copy is measured, in milliseconds. */
const measurePause = 200;

const bundled = new URL('../../../dist/service/keep.js', import.meta.url);
const source = new URL('./keep-process.ts', import.meta.url);

/**
 * Writes a complete copy of a database that is in use, in a process of its own.
 *
 * @param to a file that does not exist yet
 * @throws {DatabaseUnusable} with the message of SQLite or the file system; no file is left behind then
 */
async function copyApart(from: string, to: string, keeping: Keeping = {}): Promise<void> {
  await runKeeper({ do: 'copy', from, to }, keeping);
}

/** Runs `checkDatabase` in a process of its own. @throws {DatabaseUnusable} with what is wrong with it */
export async function checkApart(path: string, keeping: Keeping = {}): Promise<CheckedDatabase> {
  return (await runKeeper({ do: 'check', path }, keeping)) as CheckedDatabase;
}

/** Copies databases and checks copies. */
export interface Keeper {
  copy: typeof copyApart;
  check: typeof checkApart;
}

/** The keeper that works in a process of its own. */
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
    // A killed process leaves half a file.
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
