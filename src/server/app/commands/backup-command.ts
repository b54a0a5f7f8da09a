import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Transaction } from '../../../../db/client.ts';
import { withDatabase } from '../../../../db/examine.ts';
import type { LastBackup } from '../../../shared/ops/backup-schema.ts';
import { readDatabasePath } from '../../base/config/config.ts';
import { requireNewFile } from '../../ops/backups/path-access.ts';
import { readLastBackup, writeLastBackup } from '../../shop/facts-repository.ts';
import { createCommand, UsageError } from './command.ts';

const usage =
  'Usage: npm run backup -- FILE\nWrites a complete copy of the database to a new file. The service can keep running.';

export const run = createCommand(usage, async ({ words, env, say, progress, inChildProcess, clock }) => {
  const [target, ...others] = words;
  if (!target || others.length > 0) throw new UsageError();
  const databasePath = readDatabasePath(env);
  if (!existsSync(databasePath))
    throw new Error(`There is no database ${databasePath}. Check DATABASE_PATH.`);
  const file = resolve(target);
  requireNewFile(file, dirname(databasePath));
  const at = clock.now();
  progress.at('Copying the database and checking the copy');
  await inChildProcess.copy({ from: databasePath, to: file });
  progress.end();
  const took = Math.round((clock.now() - at) / 1_000);
  noteBackup(databasePath, { at, file, bytes: statSync(file).size, seconds: took });
  say(`${target} is a complete copy of ${databasePath}.`);
});

/** Records the copy for the admin. An earlier failure of BACKUP_COMMAND stays recorded. */
function noteBackup(databasePath: string, last: LastBackup): void {
  const storeBackup = (tx: Transaction) => {
    const sent = readLastBackup(tx)?.sent;
    writeLastBackup(tx, sent && sent.status !== 0 ? { ...last, sent } : last);
  };
  try {
    withDatabase(databasePath, (db) => db.transaction(storeBackup, { behavior: 'immediate' }));
  } catch {
    // The disk is full, or the database too old to have the table: the copy is complete all the same.
  }
}
