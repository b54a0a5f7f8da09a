import { DatabaseUnusable, errorMessage } from '../../../db/files.ts';
import { seconds } from '../../shared/durations.ts';
import { formatCommands } from '../base/config/command-format.ts';
import { type Config, ConfigError } from '../base/config/config.ts';

import { describeMissing, findEarlierShop } from '../ops/backups/earlier-shop.ts';

const flushTimeoutMs = seconds(1);

export class StartFailed extends Error {
  override readonly name = 'StartFailed';
}

/** Refuses to start a new database where traces of an earlier shop's are left. @throws {StartFailed} */
export function refuseMissingDatabase({
  databasePath,
  cacheFolder,
  commandFormat,
}: Pick<Config, 'databasePath' | 'cacheFolder' | 'commandFormat'>): void {
  const trace = databasePath === ':memory:' ? null : findEarlierShop(databasePath, cacheFolder);
  if (trace === null) return;
  const { found, advice } = describeMissing(databasePath, trace);
  throw new StartFailed(formatCommands(`${found} ${advice}`, commandFormat));
}

/** Prints why the service cannot start, with a stack only for unexpected errors, and exits with code 1. */
export function exitAfterFailedStart(error: unknown): never {
  const isExpected = [ConfigError, DatabaseUnusable, StartFailed].some((type) => error instanceof type);
  const details = error instanceof Error ? error.stack : error;
  process.stderr.write(`Career Tarot cannot start: ${isExpected ? errorMessage(error) : details}\n`);
  process.exit(1);
}

/** Stops the service at the first signal (or when npm's shell ends), flushes the log and exits; with 1 if that failed. */
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
  if (service.config.isNpmScript) onParentExit(stop);
}

/** Calls `stop` when the parent process ends, maybe repeatedly: npm's shell does not pass signals on. */
export function onParentExit(stop: () => void): void {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) stop();
  }, 250).unref();
}

/** Waits until the log is written, at most a second, since its reader may be gone. */
export async function flushLog(): Promise<void> {
  const written = new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  await Promise.race([written, new Promise((resolve) => setTimeout(resolve, flushTimeoutMs))]);
}

/** Prints the set-up URL, if any, to standard error: it is a key, and logs are collected (docs/decisions/029). */
export function printSetUpAddress(address: string | null): void {
  if (address === null) return;
  process.stderr.write(`
  There is no account yet. Open this address in a browser to set up the shop:

    ${address}

  It works once. Restarting the service prints a new one, and this one stops working.

`);
}
