import { minutes } from '../../shared/durations.ts';
import type { Clock } from './clock.ts';
import { createTtlCache, type TtlCache } from './ttl-cache.ts';

/** Longer than a request to the payment provider takes with all its retries, in milliseconds. */
const longestQuestion = minutes(10);

/**
 * When answers that changed nothing about an order's money were asked for, by the orders' ids. They are not stored, but
 * an answer to an earlier request that arrives after them must be ignored. A service that starts has no open requests.
 */
export type HeardAnswers = TtlCache<number>;

export function createHeardAnswers(clock: Clock): HeardAnswers {
  return createTtlCache(clock, longestQuestion);
}
