import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @returns the promises that the simulation asks about, as its sources have them */
export function promisesAsked(): Set<string> {
  const folder = fileURLToPath(new URL('../', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('protections/'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = sources.flatMap((source) => [...source.matchAll(/\b(?:ask|breach)\(\s*'([^']+)'/g)]);
  const texts = found.map(([, text = '']) => text);
  // The world has a question of that name to the database, too.
  return new Set(texts.filter((text) => !text.startsWith('SELECT')));
}
