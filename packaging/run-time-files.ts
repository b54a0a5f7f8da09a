import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * A module of ours keeps the address of its source in the bundle (rolldown.config.ts), and finds from there what it
 * reads.
 */
const address = /new URL\((["'`])([^"'`]+)\1,\s*new URL\((["'`])([^"'`$]+)\3,\s*import\.meta\.url\)\.href\)/g;

/**
 * @param folder of the bundle, `dist/service` in what is to be looked at
 * @returns what its programs read beside it, by paths from the root: the folder of what has a name only at run time
 */
export function filesReadBy(folder: string): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    for (const [, , path = '', , source = ''] of readFileSync(join(folder, name), 'utf8').matchAll(address)) {
      // Where the sources run, so do processes of their own; here they are bundles as well.
      if (path.endsWith('.ts')) continue;
      found.add(posix.join('dist/service', posix.dirname(source), path.replace(/[^/]*\$\{.*/, '')));
    }
  }
  return [...found].sort();
}
