import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const folder = fileURLToPath(new URL('../old-databases', import.meta.url));
const ending = '.db.br';

/** @returns the migrations that have a stored database, in order */
export function listOldDatabases(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();
}

/** Creates a database as its code left it then. @param migration its last migration */
export function createOldDatabase(path: string, migration: string): void {
  writeFileSync(path, brotliDecompressSync(readFileSync(join(folder, migration + ending))));
}
