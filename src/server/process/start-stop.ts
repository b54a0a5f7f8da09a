import { DatabaseUnusable, messageOf } from '../../../db/files.ts';
import { seconds } from '../../shared/durations.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';

/** How long the last lines of the log may take to be read, in milliseconds. */
const flushTimeoutMs = seconds(1);

/** Why the service cannot start, in one line that says what to do. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed';
}

/** Ends the process with one line; the stack is printed only for an unexpected failure. */
export function failStart(error: unknown): never {
  const isExpected = [ConfigError, DatabaseUnusable, StartFailed].some((type) => error instanceof type);
  const details = error instanceof Error ? error.stack : error;
  process.stderr.write(`Career Tarot cannot start: ${isExpected ? messageOf(error) : details}\n`);
  process.exit(1);
}

/** Stops the service when the process is asked to end. */
export function stopOnSignals(service: { config: Pick<Config, 'isNpmScript'>; stop(): Promise<void> }): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    const end = (code: number) => flushLog().finally(() => process.exit(code));
    service.stop().then(
      () => end(0),
      () => end(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  if (service.config.isNpmScript) whenOrphaned(stop);
}

/** npm passes a signal to the shell that started us, which dies without passing it on: its death stands for the signal. */
export function whenOrphaned(stop: () => void): void {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) stop();
  }, 250).unref();
}

/** Waits until the log is written, up to a limit: its reader may be gone or asleep. */
export async function flushLog(): Promise<void> {
  const written = new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  await Promise.race([written, new Promise((resolve) => setTimeout(resolve, flushTimeoutMs))]);
}

/**
 * Prints where the first admin is made. Not on standard output: that is the log, which is collected, kept and read
 * elsewhere, and the address is a key (docs/decisions/029-first-start.md).
 *
 * @param address null when an account can sign in already
 */
export function printSetUpAddress(address: string | null): void {
  if (address === null) return;
  process.stderr.write(`
  Nobody can sign in yet. Open this address in a browser to set up the shop:

    ${address}

  It works once. Starting the service again prints another one, and this one ends.

`);
}
