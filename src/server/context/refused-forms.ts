import { hours } from '../../shared/durations.ts';
import type { Correctable } from '../../shared/orders/corrections.ts';
import type { Clock } from './clock.ts';
import { createTtlCache, type TtlCache } from './ttl-cache.ts';

/** What a customer typed that could not be taken, and why in words for them. */
export interface RefusedForm {
  text: string;
  problem: string;
  /** What else was chosen in the form, or is asked about what was typed. */
  fields?: Record<string, string>;
}

/** Forms on the page of an order, by the ids of their questions or by `correctionKey`, until they are sent once more. */
export type RefusedForms = TtlCache<RefusedForm>;

export function createRefusedForms(clock: Clock): RefusedForms {
  return createTtlCache(clock, hours(1));
}

/** @returns the key under which a refused correction of an order is kept */
export function correctionKey(what: Correctable, orderId: string): string {
  return `${what} of ${orderId}`;
}
