import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildNote, root } from './servers.ts';

/** What the build reads, beside what others have written. */
const sources = ['src', 'db', 'emails', 'public', 'astro.config.mjs', 'tailwind.config.mjs', 'package.json'];

/**
 * Builds the product when it was never built, or changed since.
 *
 * @throws when it cannot be built
 */
export function buildIfNeeded(progress: (message: string) => void): void {
  if (existsSync(buildNote) && statSync(buildNote).mtimeMs > newestChange()) return;
  progress('npm run build');
  const { status } = spawnSync('npm', ['run', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The product could not be built.');
}

/** @returns when a source was last edited; files that the build writes among the sources do not count */
function newestChange(): number {
  const written = /\.generated\.|\.test\.tsx?$/;
  const filesOf = (source: string): string[] =>
    statSync(join(root, source)).isDirectory()
      ? readdirSync(join(root, source), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(source, name),
        )
      : [source];
  const times = sources
    .flatMap(filesOf)
    .filter((name) => !written.test(name))
    .map((name) => statSync(join(root, name)).mtimeMs);
  return Math.max(...times);
}
