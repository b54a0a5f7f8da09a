import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogPart } from './log-parts.ts';

/** The work during which a line is logged. */
export interface Work {
  part: LogPart;
  /** The number of the request that it belongs to. */
  request?: string;
}

/** Carries the current work through all that is awaited in it, for the lines of the log. */
export interface WorkScope {
  run<T>(work: Work, what: () => T): T;
  current(): Work | undefined;
}

export function createWorkScope(): WorkScope {
  const storage = new AsyncLocalStorage<Work>();
  return { run: (work, what) => storage.run(work, what), current: () => storage.getStore() };
}
