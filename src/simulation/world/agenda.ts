import { setImmediate as nextTurn } from 'node:timers/promises';

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

/** How many turns of the event loop without anything going on mean that everything waits for time. */
const quietTurns = 3;

/** @param onFailure gets what a piece of work threw: nobody else would know */
export function createAgenda(start: number, onFailure: (error: unknown) => void): Agenda {
  const heap: Entry[] = [];
  let now = start;
  let number = 0;
  let happened = 0;
  let signs = 0;

  function at(time: number, work: Entry['work']): void {
    push(heap, { time: Math.max(time, now), number: number++, work });
  }

  /** Lets everything go on that can without time passing. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; ) {
      const before = signs;
      await nextTurn();
      quiet = signs === before ? quiet + 1 : 0;
    }
  }

  return {
    now: () => now,
    at,
    after: (milliseconds, work) => at(now + milliseconds, work),
    sleep: (milliseconds) => new Promise((resolve) => at(now + milliseconds, () => resolve())),
    goesOn() {
      signs += 1;
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
