import type { Clock } from './clock.ts';

/** More keys than are busy at once. */
const mostBusy = 10_000;

/** Remembers values for some time, in memory only. */
export interface ShortMemory<T> {
  /** @returns what was remembered, and since when in milliseconds; nothing once the time is over */
  get(key: string): { value: T; since: number } | undefined;
  set(key: string, value: T): void;
  forget(key: string): void;
}

/**
 * @param milliseconds how long a value is remembered
 * @param capacity how many at once; when there are more, the oldest goes first
 */
export function createShortMemory<T>(
  clock: Clock,
  milliseconds: number,
  capacity = mostBusy,
): ShortMemory<T> {
  const entries = new Map<string, { value: T; since: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      const age = entry ? clock.now() - entry.since : 0;
      // A clock that was set back makes nothing last longer.
      return age >= 0 && age < milliseconds ? entry : undefined;
    },
    forget(key) {
      entries.delete(key);
    },
    set(key, value) {
      // Deleted first, so that the map stays in the order of time.
      entries.delete(key);
      entries.set(key, { value, since: clock.now() });
      for (const [oldest, { since }] of entries) {
        if (entries.size <= capacity && clock.now() - since < milliseconds) break;
        entries.delete(oldest);
      }
    },
  };
}
