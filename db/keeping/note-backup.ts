import Sqlite from 'better-sqlite3';
import { refuseLeftovers } from '../files.ts';

/** What the table `service_facts` calls the last whole copy. */
export const lastBackupName = 'backup.last';

/**
 * Notes in a database that a copy was made of it, for whoever looks after it. A database of an older version may have
 * no place for that, and one on a disk without room none either: the copy is whole all the same.
 *
 * @param value as JSON
 */
export function noteBackup(path: string, value: string): void {
  let db: Sqlite.Database | undefined;
  try {
    refuseLeftovers(path);
    db = new Sqlite(path, { fileMustExist: true, timeout: 5_000 });
    db.prepare(
      'INSERT INTO service_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    ).run(lastBackupName, value);
  } catch {
    // Said above.
  } finally {
    db?.close();
  }
}
