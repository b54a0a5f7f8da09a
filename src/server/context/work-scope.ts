import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogPart } from '../config/log-levels.ts';

/** What is being done when a line is logged. */
export interface Work {
  part: LogPart;
  /** The number of the request that it is done for. */
  request?: string;
}

/** Knows what is being done, through everything that is awaited meanwhile: the lines of the log say it. */
export interface WorkScope {
  run<T>(work: Work, what: () => T): T;
  current(): Work | undefined;
}

export function createWorkScope(): WorkScope {
  const storage = new AsyncLocalStorage<Work>();
  return { run: (work, what) => storage.run(work, what), current: () => storage.getStore() };
}
