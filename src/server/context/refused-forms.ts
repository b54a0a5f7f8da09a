import { hours } from '../../shared/durations.ts';
import type { Correctable } from '../../shared/orders/corrections.ts';
import type { Clock } from './clock.ts';
import { createTtlCache, type TtlCache } from './ttl-cache.ts';

/** A customer's input that could not be accepted, and why, in words for them. */
export interface RefusedForm {
  text: string;
  problem: string;
  /** The other fields of the form, or a question about what was typed. */
  fields?: Record<string, string>;
}

/** Forms on the page of an order, by the ids of their questions or by `correctionKey`, until they are sent again. */
export type RefusedForms = TtlCache<RefusedForm>;

export function createRefusedForms(clock: Clock): RefusedForms {
  return createTtlCache(clock, hours(1));
}

/** @returns the key for a refused correction of an order */
export function correctionKey(what: Correctable, orderId: string): string {
  return `${what} of ${orderId}`;
}
