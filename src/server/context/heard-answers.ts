import { minutes } from '../../shared/durations.ts';
import type { Clock } from './clock.ts';
import { createTtlCache, type TtlCache } from './ttl-cache.ts';

/** Longer than a question to the payment provider is under way, with all its tries, in milliseconds. */
const longestQuestion = minutes(10);

/**
 * When answers about the money of orders were asked for that told nothing new, by the orders' ids. Nothing is stored
 * of them, and yet an earlier question whose answer comes after them counts for nothing. A service that starts has
 * no questions under way.
 */
export type HeardAnswers = TtlCache<number>;

export function createHeardAnswers(clock: Clock): HeardAnswers {
  return createTtlCache(clock, longestQuestion);
}
