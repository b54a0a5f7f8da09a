import { lastWords } from './log.ts';
import type { RunningService } from './run-service.ts';

/** Stops the service when the process is asked to end. */
export function stopOnSignals(service: RunningService): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    const end = (code: number) => lastWords().finally(() => process.exit(code));
    service.stop().then(
      () => end(0),
      () => end(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  if (service.config.isNpmScript) whenOrphaned(stop);
}

/**
 * npm passes a signal to the shell it started us with, and that shell dies without passing it on. The
 * shell's death is what is left of the signal.
 */
export function whenOrphaned(stop: () => void): void {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) stop();
  }, 250).unref();
}
