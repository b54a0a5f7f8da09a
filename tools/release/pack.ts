import { spawnSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/** Packs a folder into an archive beside it, with GNU tar as root’s and readable by all. @throws with tar’s message */
export function pack(folder: string, archive: string): void {
  // Paths that tar is given are relative: a colon in one would be taken for another machine.
  const asRoots = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
  const words = [...(isTarOfGnu() ? asRoots : []), '-czf', basename(archive), basename(folder)];
  const { status, stderr } = spawnSync('tar', words, { cwd: dirname(archive), encoding: 'utf8' });
  if (status !== 0) throw new Error(`The archive could not be written: ${stderr}`);
}

/** @returns whether `tar` can say whose files are in an archive, and what they may */
export function isTarOfGnu(): boolean {
  return spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout?.includes('GNU tar') ?? false;
}
