import type { DatabaseState } from '../../../db/examine.ts';
import { ownProgram, runApart } from '../basics/run-apart.ts';

const bundled = new URL('../../../dist/service/examine.js', import.meta.url);
const source = new URL('./examine-process.ts', import.meta.url);

interface Examination {
  path: string;
  /** Whether indexes are compared with their tables, too: that takes several times as long. */
  isThorough: boolean;
  /** In milliseconds. */
  patience: number;
}

/** Examines a database in another process; null when it could not be read in time. */
export async function examineApart({ patience, ...job }: Examination): Promise<DatabaseState | null> {
  const program = ownProgram(bundled, source);
  let state: DatabaseState | null = null;
  await runApart(program, job, { patience, hear: (news) => (state = news as DatabaseState) });
  return state;
}
