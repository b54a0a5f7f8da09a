import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atMost, type Finding, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { root } from '../harness/servers.ts';

const run = promisify(execFile);
const target = 70_000_000;

/** What a server that only runs the product needs: its modules, installed afresh, and what the build made. */
export async function measureInstall({ folder, progress }: Workplace): Promise<Finding[]> {
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(root + file, join(folder, file));
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await run('npm', ['ci', '--omit=dev', ...quietly], { cwd: folder });
  const modules = join(folder, 'node_modules');
  const packages = listPackages(modules)
    .map((name) => ({ name, bytes: sizeOf(join(modules, name)) }))
    .sort((a, b) => b.bytes - a.bytes);
  for (const { name, bytes } of packages.slice(0, 12)) progress(`${format.megabytes(bytes)} ${name}`);
  const installed = packages.reduce((sum, { bytes }) => sum + bytes, 0);
  const built = sizeOf(join(root, 'dist'));
  const heaviest = packages.slice(0, 3).map(({ name, bytes }) => `${name} ${format.megabytes(bytes)}`);
  return [
    atMost('modules and build', installed + built, target, format.megabytes),
    {
      what: `  ${packages.length} packages and dist`,
      measured: `${heaviest.join(', ')}, dist ${format.megabytes(built)}`,
    },
  ];
}

/** @returns the names of the packages, with their scopes; Node itself may come from npm and is left out */
function listPackages(modules: string): string[] {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((scoped) => `${name}/${scoped}`) : name,
    )
    .filter((name) => !/^node(-bin-.*|-linux-.*)?$/.test(name));
}

/** @returns the bytes of all files in a folder */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
