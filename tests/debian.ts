import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs packages where nobody has to be asked for it: on Debian, as root. Elsewhere it does nothing. */
export function installOnDebian(...packages: string[]): void {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/etc/debian_version')) return;
  console.log(`Installing from Debian: ${packages.join(' ')} ...`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    spawnSync('apt-get', step, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  }
}
