import type { DatabaseState } from '../../../../db/examine.ts';
import { DatabaseUnusable } from '../../../../db/files.ts';
import { hours } from '../../../shared/durations.ts';
import { resolveProgram, runInChildProcess } from '../../base/child-process.ts';

interface Copying {
  from: string;
  to: string;
}

interface Examining {
  path: string;
  /** Whether indexes are compared with their tables, too: that takes several times as long. */
  isThorough: boolean;
}

export type DatabaseWork = Copying | Examining;
export type DatabaseAnswer = { failure: string | null } | { state: DatabaseState };

const copyTimeoutMs = hours(6);

const bundled = new URL('../../../../dist/service/database.js', import.meta.url);
const source = new URL('./database-process.ts', import.meta.url);

/** Runs `backUpDatabase` in a child process. @throws {DatabaseUnusable} with the reason it failed */
export async function copyInChildProcess(work: Copying, stop?: AbortSignal): Promise<void> {
  const answer = await runDatabaseChild(work, { timeoutMs: copyTimeoutMs, ...(stop && { stop }) });
  if (!answer || !('failure' in answer))
    throw new DatabaseUnusable('The process that made the copy was stopped before it was done.');
  if (answer.failure !== null) throw new DatabaseUnusable(answer.failure);
}

/** Examines a database in a child process; null if that crashes or takes longer than `timeoutMs`. */
export async function examineInChildProcess({ timeoutMs, ...work }: Examining & { timeoutMs: number }) {
  const answer = await runDatabaseChild(work, { timeoutMs });
  return answer && 'state' in answer ? answer.state : null;
}

async function runDatabaseChild(work: DatabaseWork, limits: { timeoutMs: number; stop?: AbortSignal }) {
  let answer: DatabaseAnswer | null = null;
  const hear = (news: unknown) => {
    answer = news as DatabaseAnswer;
  };
  await runInChildProcess(resolveProgram(bundled, source), { ...work }, { ...limits, onMessage: hear });
  return answer as DatabaseAnswer | null;
}
