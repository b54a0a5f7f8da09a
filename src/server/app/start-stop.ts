import { DatabaseUnusable, errorMessage } from '../../../db/files.ts';
import { seconds } from '../../shared/durations.ts';
import type { Config } from '../base/config/config.ts';
import { ConfigError } from '../base/config/config-fields.ts';

const flushTimeoutMs = seconds(1);

export class StartFailed extends Error {
  override readonly name = 'StartFailed';
}

export function failStart(error: unknown): never {
  const isExpected = [ConfigError, DatabaseUnusable, StartFailed].some((type) => error instanceof type);
  const details = error instanceof Error ? error.stack : error;
  process.stderr.write(`Career Tarot cannot start: ${isExpected ? errorMessage(error) : details}\n`);
  process.exit(1);
}

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

/** npm passes a signal to the shell that started us, which dies without passing it on: its death stands for the signal. */
export function onParentExit(stop: () => void): void {
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

/** Not on standard output: the log is collected and read elsewhere, and the address is a key (docs/decisions/029). */
export function printSetUpAddress(address: string | null): void {
  if (address === null) return;
  process.stderr.write(`
  There is no account yet. Open this address in a browser to set up the shop:

    ${address}

  It works once. Restarting the service prints a new one, and this one stops working.

`);
}
