import { setImmediate as letOthersGo } from 'node:timers/promises';

/** How long work goes on before others get their turn, in milliseconds; what is under way is finished. */
const turn = 2;

/**
 * Does something with each of many, and lets everybody else go on after every few milliseconds: the event loop is held
 * no longer than one of them takes, and a little more.
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
 * Lets everybody else go on, before what was written goes to the disk and after it: waiting once would have whatever
 * comes next begin in the very turn that waits for the disk.
 */
export async function nextTurn(): Promise<void> {
  await letOthersGo();
  await letOthersGo();
}

/**
 * Does something with each of many, which writes: each in a turn and a commit of its own, since several at once wait for
 * the disk together, and everybody else with them.
 */
export async function oneByOne<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) {
    await work(item);
    await nextTurn();
  }
}

/** Calls something until it says that nothing is left, and lets others go on in between. */
export async function untilDone(step: () => Promise<boolean>): Promise<void> {
  while (!(await step())) await nextTurn();
}
