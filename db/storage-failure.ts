import { DatabaseUnusable } from './files.ts';
import { TurnLost } from './group-commit.ts';

/** @returns whether the database could not keep what it was given: disk full, file locked or gone, I/O errors */
export function isStorageFailure(error: unknown): boolean {
  if (error instanceof TurnLost || error instanceof DatabaseUnusable) return true;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^SQLITE_(FULL|BUSY|IOERR|READONLY|CANTOPEN|LOCKED|NOMEM)/.test(code);
}
