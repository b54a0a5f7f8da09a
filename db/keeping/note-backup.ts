import Sqlite from 'better-sqlite3';
import { refuseLeftovers } from '../files.ts';

/** What the table `service_facts` calls the last whole copy. */
export const lastBackupName = 'backup.last';

/**
 * Notes in a database that a copy was made of it, for the admin. A database of an older version may have no place for
 * that, and neither may one on a full disk: the copy is whole all the same.
 *
 * That the last copy could not be taken elsewhere stays noted: this one was not either.
 */
export function noteBackup(path: string, last: object): void {
  let db: Sqlite.Database | undefined;
  try {
    refuseLeftovers(path);
    db = new Sqlite(path, { fileMustExist: true, timeout: 5_000 });
    const known = db.prepare<[string], string>('SELECT value FROM service_facts WHERE name = ?').pluck();
    const { sent } = JSON.parse(known.get(lastBackupName) ?? '{}');
    const isUnsent = sent !== undefined && sent.status !== 0;
    const value = JSON.stringify(isUnsent ? { ...last, sent } : last);
    db.prepare(
      'INSERT INTO service_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    ).run(lastBackupName, value);
  } catch {
    // Said above.
  } finally {
    db?.close();
  }
}
