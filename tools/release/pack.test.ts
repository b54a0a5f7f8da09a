import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../tests/kit/temporary-folder.ts';
import { pack } from './pack.ts';

const folder = folderOfFile();

test('packs a release that all can read and its owner changes', () => {
  const release = join(folder, 'release');
  mkdirSync(join(release, 'bin'), { recursive: true });
  for (const [name, mode] of [
    ['bin/run.js', 0o700],
    ['LICENSE', 0o600],
    ['open.txt', 0o666],
  ] as const) {
    writeFileSync(join(release, name), name);
    chmodSync(join(release, name), mode);
  }
  for (const name of ['bin', '']) chmodSync(join(release, name), 0o700);
  const archive = join(folder, 'release.tar.gz');
  pack(release, archive);
  const { stdout } = spawnSync('tar', ['-tvzf', archive, '--numeric-owner'], { encoding: 'utf8' });
  const entries = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
  expect(entries.map(([mode, owner, , , , name]) => [name, mode, owner]).sort()).toEqual([
    ['release/', 'drwxr-xr-x', '0/0'],
    ['release/LICENSE', '-rw-r--r--', '0/0'],
    ['release/bin/', 'drwxr-xr-x', '0/0'],
    ['release/bin/run.js', '-rwxr-xr-x', '0/0'],
    ['release/open.txt', '-rw-r--r--', '0/0'],
  ]);
});
