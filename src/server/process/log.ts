import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { seconds } from '../../shared/durations.ts';
import type { LogLevel } from '../config/config.ts';
import { ProviderFailure } from '../context/provider-failure.ts';
import type { WorkScope } from '../context/work-scope.ts';
import { withSourceLines } from './source-lines.ts';

/** How much is kept for a reader that does not keep up, in bytes. What comes on top of it is lost. */
const keptBytes = 1_000_000;

/** How long the last lines may take to be read, in milliseconds. */
const lastWordsPatience = seconds(1);

/**
 * Structured logs on standard output; readable ones in a terminal, where pino-pretty is installed.
 * Never log a request's body, a cookie or a whole order: ids are enough to find them.
 *
 * @param scope knows what is being done: each line says it
 * @param destination where to write instead
 */
export function createLog(
  level: LogLevel,
  isTerminal: boolean,
  scope: Pick<WorkScope, 'current'> = { current: () => undefined },
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level,
    mixin: () => ({ ...scope.current() }),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    redact: ['*.clientSecret', '*.client_secret', '*.password', '*.cookie', 'headers', 'body'],
  };
  if (destination) return pino(options, destination);
  return pino(options, (isTerminal && prettyOutput()) || standardOutput());
}

/** @param error whatever was thrown */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const serialized = pino.stdSerializers.err(error);
  // The provider's message says what happened; the stack of our call adds nothing.
  if (error instanceof ProviderFailure) {
    return { type: serialized.type, message: serialized.message, reason: error.reason };
  }
  return { ...serialized, stack: withSourceLines(serialized.stack) };
}

/**
 * Not a transport of pino's: that is a thread with files of its own, which a bundle does not have.
 *
 * @returns null where pino-pretty is not installed, as in production
 */
function prettyOutput(): DestinationStream | null {
  const require = createRequire(import.meta.url);
  let pinoPretty: typeof import('pino-pretty');
  try {
    pinoPretty = require('pino-pretty');
  } catch {
    return null;
  }
  const prettify = pinoPretty.prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    colorize: pinoPretty.isColorSupported,
  });
  const output = standardOutput();
  return { write: (line) => output.write(prettify(line)) };
}

/** Waits until the log is written, up to a limit: its reader may be gone or asleep. Call it before the process ends. */
export async function lastWords(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, lastWordsPatience);
  });
  const written = new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  await Promise.race([written, enough]);
  clearTimeout(timer);
}

/**
 * Standard output as Node has it. Pino's own stream tries forever to write its last lines when the process ends,
 * whatever the error: a service whose log had lost its reader or its room could not be stopped.
 */
function standardOutput(): DestinationStream {
  const { stdout } = process;
  if (!stdout.listeners('error').includes(doWithoutLog)) stdout.on('error', doWithoutLog);
  return {
    write(line) {
      if (stdout.writableLength < keptBytes) stdout.write(line);
    },
  };
}

/** A service goes on when a line of its log cannot be written; the next one is tried again. */
function doWithoutLog(): void {}
