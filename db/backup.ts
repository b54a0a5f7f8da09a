import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { readDatabasePath } from '../src/server/config/config.ts';
import { copyDatabase } from './copy.ts';

/*
 * `npm run backup -- FILE`: copies the database into a file that must not exist yet, while the service runs.
 * SQLite's own online backup starts again with every write of another process and never ends in a busy hour.
 */

try {
  const [target, ...others] = process.argv.slice(2);
  if (!target || others.length > 0) throw new Error('Usage: npm run backup -- FILE');
  if (existsSync(target)) throw new Error(`${target} is there already. Choose another name.`);
  const databasePath = readDatabasePath();
  if (!existsSync(databasePath))
    throw new Error(`There is no database ${databasePath}. Check DATABASE_PATH.`);
  const db = new Sqlite(databasePath, { fileMustExist: true });
  copyDatabase(db, target);
  db.close();
  console.log(`${target} is a whole copy of ${databasePath}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
