import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { copyDatabase } from '../../db/copy.ts';
import { processEnv } from './process-env.ts';

const holder = fileURLToPath(new URL('./hold-database.ts', import.meta.url));

/**
 * Puts a copy into the place of a database whose service was killed, and forgets its `-wal`, the pages of which SQLite
 * would put over those of the copy.
 */
export async function leaveForeignWal(path: string): Promise<void> {
  const db = new Sqlite(path);
  copyDatabase(db, `${path}.copy`);
  db.close();
  const child = fork(holder, [path], { env: processEnv, execArgv: [] });
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'close');
  if (!existsSync(`${path}-wal`)) throw new Error('The killed process left no -wal.');
  renameSync(`${path}.copy`, path);
  rmSync(`${path}-shm`, { force: true });
}
