import { hours } from '../../shared/durations.ts';
import type { Correctable } from '../../shared/orders/corrections.ts';
import type { Clock } from './clock.ts';
import { createTtlCache, type TtlCache } from './ttl-cache.ts';

/** What a customer typed that could not be taken, and why in words for them. */
export interface KeptAnswer {
  text: string;
  problem: string;
  /** What else was chosen in the form, or is asked about what was typed. */
  fields?: Record<string, string>;
}

/**
 * Answers that were not taken, by the ids of their questions, and corrections, by `keptCorrection`, until the customer
 * sends them once more.
 */
export type KeptAnswers = TtlCache<KeptAnswer>;

export function createKeptAnswers(clock: Clock): KeptAnswers {
  return createTtlCache(clock, hours(1));
}

/** @returns by what a correction of an order is kept */
export function keptCorrection(what: Correctable, orderId: string): string {
  return `${what} of ${orderId}`;
}
