import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Libraries with binary code, which stay outside the bundle. */
export const binaryLibraries = ['better-sqlite3', '@node-rs/argon2', 'sharp'];

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Lists the package folders a release has beside its bundle: the binary libraries and their dependencies. */
export function productionPackages(root: string): string[] {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const found = new Set<string>();
  const add = (name: string, from: string) => {
    const path = folderOf(name, from, lock.packages);
    // Packages for other systems are not installed here.
    if (path === null || found.has(path) || !existsSync(join(root, path))) return;
    found.add(path);
    const { dependencies, optionalDependencies } = lock.packages[path] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, path);
  };
  for (const name of binaryLibraries) add(name, '');
  return [...found].sort();
}

/** Finds a package as Node does: in the folder of the package that needs it, then in those above. */
function folderOf(name: string, from: string, packages: Record<string, Locked>): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (path in packages) return path;
    if (folder === '' || folder === '.') return null;
  }
}

export function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
