import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers';

/** What happens when: time jumps from one thing to the next. */
export interface Agenda {
  /** Milliseconds since 1970 */
  now(): number;
  /** @param work may take time of its own: whatever comes meanwhile goes on beside it */
  at(time: number, work: () => unknown): void;
  after(milliseconds: number, work: () => unknown): void;
  sleep(milliseconds: number): Promise<void>;
  /** Something has gone on that does not wait for time: what it leads to belongs to the same moment. */
  goesOn(): void;
  /** Has time stand still until something is done that takes no time of ours, as what another thread computes. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Sleeps in the middle of what is held: time goes on until it is over. */
  sleepHeld(milliseconds: number): Promise<void>;
  /** @param hasEnough whether to stop before the time is over */
  runUntil(time: number, hasEnough?: () => boolean): Promise<void>;
  /** How many things have happened. */
  count(): number;
}

interface Entry {
  time: number;
  /** What was written down first comes first. */
  number: number;
  work: () => unknown;
}

/** Something that has time stand still, unless it waits for time itself. */
interface Hold {
  isHolding: boolean;
  isOver: boolean;
}

/** How many turns of the event loop without anything going on mean that everything waits for time. */
const quietTurns = 3;

/** @param onFailure gets the errors of scheduled work, which would otherwise be lost */
export function createAgenda(start: number, onFailure: (error: unknown) => void): Agenda {
  const heap: Entry[] = [];
  let now = start;
  let number = 0;
  let happened = 0;
  let signs = 0;
  let held = 0;
  const holds = new AsyncLocalStorage<Hold>();

  function take(hold: Hold): void {
    if (hold.isHolding || hold.isOver) return;
    hold.isHolding = true;
    held += 1;
  }

  function letGo(hold: Hold): void {
    if (!hold.isHolding) return;
    hold.isHolding = false;
    held -= 1;
  }

  function at(time: number, work: Entry['work']): void {
    push(heap, { time: Math.max(Math.round(time), now), number: number++, work });
  }

  /** Lets everything go on that can without time passing. */
  function settle(): Promise<void> {
    return new Promise((resolve) => {
      let quiet = 0;
      let before = signs;
      // A promise for each turn would cost more than most of what happens.
      setImmediate(function turn() {
        quiet = signs === before && held === 0 ? quiet + 1 : 0;
        before = signs;
        if (quiet === quietTurns) resolve();
        else setImmediate(turn);
      });
    });
  }

  function sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => at(now + milliseconds, () => resolve()));
  }

  return {
    now: () => now,
    at,
    after: (milliseconds, work) => at(now + milliseconds, work),
    sleep,
    goesOn() {
      signs += 1;
    },
    async hold(work) {
      const hold = { isHolding: false, isOver: false };
      take(hold);
      try {
        return await holds.run(hold, work);
      } finally {
        hold.isOver = true;
        letGo(hold);
        signs += 1;
      }
    },
    async sleepHeld(milliseconds) {
      const hold = holds.getStore();
      if (hold) letGo(hold);
      await sleep(milliseconds);
      // The hold may have been given up meanwhile.
      if (hold) take(hold);
    },
    async runUntil(time, hasEnough = () => false) {
      for (let next = heap[0]; next && next.time <= time && !hasEnough(); next = heap[0]) {
        pop(heap);
        now = next.time;
        happened += 1;
        const result = next.work();
        if (result instanceof Promise) {
          result.then(() => {
            signs += 1;
          }, onFailure);
        }
        await settle();
      }
      now = Math.max(now, time);
    },
    count: () => happened,
  };
}

const isBefore = (a: Entry, b: Entry) => a.time < b.time || (a.time === b.time && a.number < b.number);

function push(heap: Entry[], entry: Entry): void {
  let at = heap.length;
  heap.push(entry);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as Entry;
    if (!isBefore(entry, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (heap.length === 0 || !last) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    const left = heap[child];
    if (!left) break;
    const right = heap[child + 1];
    if (right && isBefore(right, left)) child += 1;
    const smaller = heap[child] as Entry;
    if (!isBefore(smaller, last)) break;
    heap[at] = smaller;
    at = child;
  }
  heap[at] = last;
}
