import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Sqlite from 'better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { DatabaseUnusable, errorMessage } from './files.ts';

export const ownMigrations = fileURLToPath(new URL('./migrations', import.meta.url));

/** @throws {DatabaseUnusable} when files are missing */
export function readMigrations(migrationsFolder = ownMigrations): MigrationMeta[] {
  try {
    return readMigrationFiles({ migrationsFolder });
  } catch (error) {
    throw new DatabaseUnusable(
      `The program is not complete (${errorMessage(error)}). The database was not touched; install the program again, with all of ${migrationsFolder}.`,
      { cause: error },
    );
  }
}

export function migrationNames(migrationsFolder = ownMigrations): string[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  );
  return journal.entries.map(({ tag }) => tag);
}

/** Returns how many migrations a database lacks, and whether a newer version of the program wrote it. */
export function compareMigrations(client: Sqlite.Database, known: MigrationMeta[]) {
  const find = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '__drizzle_migrations'";
  if (!client.prepare(find).get()) return { pending: known.length, isNewer: false };
  const newest = Number(client.prepare('SELECT max(created_at) FROM __drizzle_migrations').pluck().get());
  return {
    pending: known.filter(({ folderMillis }) => folderMillis > newest).length,
    isNewer: newest > (known.at(-1)?.folderMillis ?? 0),
  };
}
