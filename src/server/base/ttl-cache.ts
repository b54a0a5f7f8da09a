import type { Clock } from './clock.ts';

export type TtlCache<T> = ReturnType<typeof createTtlCache<T>>;

/** Keeps values in memory for `ttl` milliseconds; beyond the capacity the oldest goes first. */
export function createTtlCache<T>(clock: Clock, ttl: number, capacity = 10_000) {
  const entries = new Map<string, { value: T; since: number }>();
  return {
    get(key: string) {
      const entry = entries.get(key);
      const age = entry ? clock.now() - entry.since : 0;
      // A clock that was set back must not make entries last longer.
      return age >= 0 && age < ttl ? entry : undefined;
    },
    delete: (key: string) => void entries.delete(key),
    set(key: string, value: T): void {
      entries.delete(key);
      entries.set(key, { value, since: clock.now() });
      for (const [oldest, { since }] of entries) {
        if (entries.size <= capacity && clock.now() - since < ttl) break;
        entries.delete(oldest);
      }
    },
  };
}
