import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Creates a folder that is removed after the tests of this file. */
export const folderOfFile = () => makeFolder(afterAll);

/** Creates a folder that is removed after this test. */
export const folderOfTest = () => makeFolder(onTestFinished);

function makeFolder(atEnd: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  return folder;
}
