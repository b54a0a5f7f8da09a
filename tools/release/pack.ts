import { spawnSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/** Packs a folder with GNU tar into an archive beside it, owned by root and readable by all. @throws with tar’s message */
export function pack(folder: string, archive: string): void {
  // Paths given to tar are relative: a colon would be read as a host name.
  const asRoots = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
  const words = [...asRoots, '-czf', basename(archive), basename(folder)];
  const { status, stderr } = spawnSync('tar', words, { cwd: dirname(archive), encoding: 'utf8' });
  if (status !== 0) throw new Error(`The archive could not be written: ${stderr}`);
}
