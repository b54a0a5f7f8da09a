import { DatabaseUnusable } from '../../../db/files.ts';
import { hours } from '../../shared/durations.ts';
import { ownProgram, runApart } from '../basics/run-apart.ts';

export interface CopyJob {
  from: string;
  to: string;
}

export type CopyAnswer = { failure: string | null };

const copyTimeoutMs = hours(6);

const bundled = new URL('../../../dist/service/copy.js', import.meta.url);
const source = new URL('./copy-process.ts', import.meta.url);

/** Runs `backUpDatabase` in a child process. @throws {DatabaseUnusable} with what went wrong */
export async function copyApart(job: CopyJob, stop?: AbortSignal): Promise<void> {
  let answer: CopyAnswer = { failure: 'The process that made the copy was stopped before it was done.' };
  await runApart(ownProgram(bundled, source), job, {
    patience: copyTimeoutMs,
    ...(stop && { stop }),
    hear: (news) => {
      answer = news as CopyAnswer;
    },
  });
  if (answer.failure !== null) throw new DatabaseUnusable(answer.failure);
}
