import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openToRead } from '../../../../db/examine.ts';
import { compareMigrations, readMigrations } from '../../../../db/migration-files.ts';
import { readVersion } from './programs.ts';

/**
 * Returns an error message if the database has migrations that the program in a folder lacks, with the newest copy
 * the program can use; null if it can use the database.
 */
export function findNewerDatabase(databasePath: string, program: string): string | null {
  if (!existsSync(databasePath)) return null;
  const known = readMigrations(join(program, 'db/migrations'));
  const isNewer = (path: string) => {
    const { $client: client } = openToRead(path);
    try {
      return compareMigrations(client, known).isNewer;
    } finally {
      client.close();
    }
  };
  if (!isNewer(databasePath)) return null;
  const folder = dirname(databasePath);
  const copyName = /\.before-migration-\d{8}T\d{9}Z$/;
  const copy = readdirSync(folder)
    .filter((name) => name.replace(copyName, '') === basename(databasePath) && copyName.test(name))
    .map((name) => join(folder, name))
    .sort()
    .findLast((path) => !isNewer(path));
  const where = copy
    ? ''
    : ` For FILE, choose a backup in ${join(folder, 'backups')} from before the upgrade.`;
  return `The database has migrations that ${readVersion(program)} does not know. Stop the service, run "career-tarot restore ${copy ?? 'FILE'}", which loses everything since that backup, then run this again.${where}`;
}
