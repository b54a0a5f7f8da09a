import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';

/** Returns a queue that runs `concurrency` tasks at a time, in their callers' log scopes, and returns their results. */
export function createQueue(concurrency: number) {
  const queue = new PQueue({ concurrency });
  return {
    add<T>(task: () => Promise<T>, { goesFirst = false } = {}): Promise<T> {
      // The library would run it in the scope of the task before it.
      return queue.add(AsyncResource.bind(task), { priority: goesFirst ? 1 : 0 });
    },
    countWaiting: () => queue.size,
    isIdle: () => queue.pending + queue.size === 0,
  };
}

export type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/** Returns a function that runs each key's tasks one at a time and returns their results, also after a failed one. */
export function createKeyedLock(): KeyedLock {
  const queues = new Map<string, ReturnType<typeof createQueue>>();
  return async (key, task) => {
    const queue = queues.get(key) ?? createQueue(1);
    queues.set(key, queue);
    try {
      return await queue.add(task);
    } finally {
      if (queue.isIdle()) queues.delete(key);
    }
  };
}
