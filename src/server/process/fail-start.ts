import { DatabaseUnusable, messageOf } from '../../../db/files.ts';
import { ConfigError } from '../config/config-error.ts';
import { withSourceLines } from './source-lines.ts';

/** Why the service cannot start, in one line that says what to do. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed';
}

/** Ends the process with one line; the stack is printed only for an unexpected failure. */
export function failStart(error: unknown): never {
  const isForeseen = [ConfigError, DatabaseUnusable, StartFailed].some((type) => error instanceof type);
  const details = error instanceof Error && error.stack ? withSourceLines(error.stack) : undefined;
  process.stderr.write(`Career Tarot cannot start: ${isForeseen ? messageOf(error) : (details ?? error)}\n`);
  process.exit(1);
}
