import { type Finding, failed, ok, sizeText, warning } from './finding.ts';

export interface DiskFacts {
  /** The free space for this user, in bytes. */
  freeBytes: number;
  /** How many more files can be created; null where a file system does not count them. */
  freeFiles: number | null;
}

interface Disk {
  /** The folder of the database, existing or not. */
  folder: string;
  /** The size of the database with its `-wal`. */
  databaseBytes: number;
  look: (folder: string) => DiskFacts;
}

/** Free space beside the database that lets the service run for some weeks unattended. */
const [enoughBytes, leastBytes] = [1e9, 1e8];

/**
 * Checks the free space beside the database. A new version copies it before it changes the tables, and a backup is
 * another copy.
 */
export function checkDisk({ folder, databaseBytes, look }: Disk): Finding {
  const { freeBytes, freeFiles } = look(folder);
  const advice = `Make room on the disk of ${folder}: remove old copies of the database (…before-migration-…), logs and backups, or take a larger disk.`;
  if (freeFiles === 0) return failed(`No more files can be made in ${folder}.`, advice);
  const has =
    databaseBytes === 0 ? 'and there is no database yet' : `the database has ${sizeText(databaseBytes)}`;
  const found = `${sizeText(freeBytes)} are free, ${has}.`;
  if (freeBytes < Math.max(leastBytes, databaseBytes)) {
    return failed(`${found} A copy of it, as a new version makes one, needs more.`, advice);
  }
  if (freeBytes < Math.max(enoughBytes, 3 * databaseBytes)) return warning(found, advice);
  return ok(found);
}
