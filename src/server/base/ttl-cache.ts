import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

export type TtlCache<T extends {}> = LRUCache<string, T>;

/** Keeps values in memory for `ttl` milliseconds. @param steady a clock that is never set back */
export function createTtlCache<T extends {}>(steady: Clock, ttl: number, max = 10_000): TtlCache<T> {
  // The library keeps a value until after this time, inclusive.
  return new LRUCache({ max, ttl: ttl - 1, ttlResolution: 0, ttlAutopurge: true, perf: steady });
}
