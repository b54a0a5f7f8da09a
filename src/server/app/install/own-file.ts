import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { readText } from './settings-file.ts';

export interface Step {
  /** A line for the list that is shown before anything is done. */
  what: string;
  work(): void;
}

interface OwnFile {
  path: string;
  mode: number;
  /** The text that this release has for it. */
  ours: string;
  /** What the release before had for it: a file that is still the same was not changed by hand. */
  before: string;
  /** Whether programs are now one folder deeper than when it was written. */
  isMoved: boolean;
  afterwards?: () => void;
}

/** Plans a file that the release brings. One that was changed by hand keeps its changes, and a note says so. */
export function planOwnFile(file: OwnFile): { step: Step | null; note: string | null } {
  const { path, ours, before, isMoved } = file;
  const there = readText(path);
  const isOurs = ['', ours, before].includes(there);
  const moved = isMoved
    ? there.replaceAll(/\/opt\/career-tarot(?![\w.-])/g, '/opt/career-tarot/current')
    : there;
  const wanted = isOurs ? ours : moved;
  const what = isOurs ? path : `${path}: with the program's new place`;
  return {
    step: wanted === there ? null : { what, work: () => write(file, wanted) },
    note: isOurs
      ? null
      : `${path} was changed by hand and keeps its changes: compare it with this version's.`,
  };
}

function write({ path, mode, afterwards }: OwnFile, text: string): void {
  const part = `${path}.part`;
  writeFileSync(part, text);
  chmodSync(part, mode);
  renameSync(part, path);
  afterwards?.();
}
