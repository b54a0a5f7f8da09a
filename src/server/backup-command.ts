import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { noteBackup } from '../../db/keeping/note-backup.ts';
import type { LastBackup } from '../shared/backups.ts';
import { makeCopy } from './backups/make-copy.ts';
import { requireNewFile } from './basics/places.ts';
import { readDatabasePath } from './config/config.ts';
import { createCommand, Misuse } from './process/command.ts';

/*
 * `npm run backup -- FILE`: copies the database into a new file while the service runs, and checks the copy. SQLite's
 * own online backup starts again with every write of another process and never ends in a busy hour.
 */

const usage =
  'Usage: npm run backup -- FILE\nWrites a whole copy of the database into a file that is not there yet. The service may run.';

export const run = createCommand(usage, async ({ words, env, say, progress, apart }) => {
  const [target, ...others] = words;
  if (!target || others.length > 0) throw new Misuse();
  const databasePath = readDatabasePath(env);
  if (!existsSync(databasePath))
    throw new Error(`There is no database ${databasePath}. Check DATABASE_PATH.`);
  requireNewFile(resolve(target), dirname(databasePath));
  const at = Date.now();
  await makeCopy(databasePath, target, { tell: progress.at }, apart);
  const last: Omit<LastBackup, 'sent'> = {
    at,
    file: resolve(target),
    bytes: statSync(target).size,
    seconds: Math.round((Date.now() - at) / 1_000),
  };
  noteBackup(databasePath, last);
  progress.end();
  say(`${target} is a whole copy of ${databasePath}.`);
});
