import { setImmediate as letOthersGo } from 'node:timers/promises';

/** How long work runs before it yields, in milliseconds; the running item is finished. */
const turn = 2;

/**
 * Does something with each of many and yields to the event loop every few milliseconds, so that it is blocked little
 * longer than one item takes.
 *
 * @param work must not await anything
 */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - since < turn) continue;
    await letOthersGo();
    since = performance.now();
  }
}

/**
 * Yields to the event loop twice, before a write goes to the disk and after it: after one yield the next work would
 * begin in the very turn that waits for the disk.
 */
export async function nextTurn(): Promise<void> {
  await letOthersGo();
  await letOthersGo();
}

/**
 * Does something with each of many that writes, each in a turn and a commit of its own: several at once would wait for
 * the disk together and hold up all other requests.
 */
export async function oneByOne<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) {
    await work(item);
    await nextTurn();
  }
}

/** Calls a function until it says that nothing is left, and yields in between. */
export async function untilDone(step: () => Promise<boolean>): Promise<void> {
  while (!(await step())) await nextTurn();
}
