import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { proveWritable } from '../../../db/client.ts';
import { seconds } from '../../shared/durations.ts';
import type { Context } from '../base/context.ts';
import { codeOf } from '../base/domain-error.ts';

export interface Readiness {
  status: 'ok' | 'unavailable';
  problems: string[];
}

const probeLifeMs = seconds(1);

/** Twice the room that SQLite's write-ahead log takes before a checkpoint. */
const leastFreeBytes = 8_000_000;

/** Returns a function that returns why the database cannot be written, null if it can; tries once a second at most. */
export function createStorageProbe(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  freeBytes: (path: string) => number = freeBytesBeside,
): () => Promise<string | null> {
  let probe = { at: Number.NEGATIVE_INFINITY, problem: null as string | null };

  async function tryStorage(): Promise<string | null> {
    if (db.findLoss() !== null) return 'the database file was moved or replaced';
    const { name, memory } = db.$client;
    try {
      if (!memory && freeBytes(name) < leastFreeBytes) return 'the disk is full';
      await proveWritable(db);
      return null;
    } catch (error) {
      return `the database cannot be written (${codeOf(error)})`;
    }
  }

  return async () => {
    const now = clock.now();
    const isFresh = now >= probe.at && now - probe.at < probeLifeMs;
    if (!isFresh) probe = { at: now, problem: await tryStorage() };
    return probe.problem;
  };
}

/** Returns `unavailable` with the problems if any job is stuck, or nothing can be stored. */
export function judgeReadiness(stuckJobs: string[], storageProblem: string | null): Readiness {
  const problems = stuckJobs.map((job) => `the job "${job}" isn’t running`);
  if (storageProblem !== null) problems.push(storageProblem);
  return { status: problems.length > 0 ? 'unavailable' : 'ok', problems };
}

function freeBytesBeside(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}
