import type { Clock } from './clock.ts';

/** More keys than are in use at once. */
const defaultCapacity = 10_000;

/** Keeps values for some time, in memory only. */
export interface TtlCache<T> {
  /** @returns the value and when it was set, in milliseconds; undefined once it has expired */
  get(key: string): { value: T; since: number } | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
}

/**
 * @param ttl how long a value is kept, in milliseconds
 * @param capacity how many are kept; the oldest goes first
 */
export function createTtlCache<T>(clock: Clock, ttl: number, capacity = defaultCapacity): TtlCache<T> {
  const entries = new Map<string, { value: T; since: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      const age = entry ? clock.now() - entry.since : 0;
      // A clock that was set back must not make entries last longer.
      return age >= 0 && age < ttl ? entry : undefined;
    },
    delete: (key) => void entries.delete(key),
    set(key, value) {
      // Deleted first, so that the map stays ordered by time.
      entries.delete(key);
      entries.set(key, { value, since: clock.now() });
      for (const [oldest, { since }] of entries) {
        if (entries.size <= capacity && clock.now() - since < ttl) break;
        entries.delete(oldest);
      }
    },
  };
}
