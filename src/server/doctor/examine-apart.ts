import { existsSync } from 'node:fs';
import type { DatabaseState } from '../../../db/examine.ts';
import { runApart } from '../basics/run-apart.ts';

/** In the bundle: production's Node may run no sources. Development has the source alone. */
const programs = [
  new URL('../../../dist/service/examine.js', import.meta.url),
  new URL('./examine-process.ts', import.meta.url),
];

interface Examination {
  path: string;
  /** Whether indexes are compared with their tables, too: that takes several times as long. */
  isThorough: boolean;
  /** In milliseconds. */
  patience: number;
}

/** @returns how a database is; null when it could not be read in time */
export async function examineApart({ patience, ...job }: Examination): Promise<DatabaseState | null> {
  const program = programs.find((path) => existsSync(path));
  if (!program) throw new Error('What examines databases is missing from this build.');
  let state: DatabaseState | null = null;
  await runApart(program, job, { patience, hear: (news) => (state = news as DatabaseState) });
  return state;
}
