import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const folder = fileURLToPath(new URL('../old-databases', import.meta.url));
const ending = '.db.br';

/** Lists the migrations of which a database is stored, in order. */
export function listOldDatabases(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();
}

/** Creates a database as an earlier version left it. @param migration its last migration */
export function createOldDatabase(path: string, migration: string): void {
  writeFileSync(path, brotliDecompressSync(readFileSync(join(folder, migration + ending))));
}
