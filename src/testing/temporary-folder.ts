import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** @returns an empty folder that is removed after the tests of this file */
export function folderOfFile(): string {
  const { folder, remove } = makeFolder();
  afterAll(remove);
  return folder;
}

/** @returns an empty folder that is removed after this test */
export function folderOfTest(): string {
  const { folder, remove } = makeFolder();
  onTestFinished(remove);
  return folder;
}

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-'));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
