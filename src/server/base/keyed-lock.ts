import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';

export type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/** Returns a function that runs the tasks of one key one after the other; a task that fails stops no other. */
export function createKeyedLock(): KeyedLock {
  const queues = new Map<string, PQueue>();
  return async (key, task) => {
    const queue = queues.get(key) ?? new PQueue({ concurrency: 1 });
    queues.set(key, queue);
    try {
      // The queue would run it in the log's scope of the task before it.
      return await queue.add(AsyncResource.bind(task));
    } finally {
      if (queue.pending + queue.size === 0) queues.delete(key);
    }
  };
}
