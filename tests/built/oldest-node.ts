import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './product.ts';

/** Fetches, as an npm package, the oldest Node that package.json supports. @returns its path */
export function oldestNode(): string {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = /[\d.]+/.exec(engines.node)?.[0];
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = join(root, 'node_modules/.cache', `node-${version}`);
  const path = join(folder, 'node_modules', name, 'bin', system === 'win' ? 'node.exe' : 'node');
  if (existsSync(path)) return path;
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`],
    { cwd: root, encoding: 'utf8', shell: system === 'win' },
  );
  if (status !== 0 || !existsSync(path))
    throw new Error(`${name}@${version} could not be fetched: ${stderr}`);
  return path;
}
