import { hours } from '../../shared/durations.ts';
import type { Clock } from './clock.ts';
import { createTtlCache } from './ttl-cache.ts';

/** A form on the page of an order that was not accepted. */
export interface RefusedForm {
  text: string;
  /** Why, for the customer. */
  problem: string;
  /** The other fields, or a question about what was typed. */
  fields?: Record<string, string>;
}

export type RefusedForms = ReturnType<typeof createRefusedForms>;

/** Keeps refused forms by the ids of their questions or by `formKey`, until they are accepted. */
export const createRefusedForms = (clock: Clock) => createTtlCache<RefusedForm>(clock, hours(1));

/** @returns the key of a form on the page of an order */
export function formKey(form: 'address' | 'background' | 'feedback' | 'problem', orderId: string): string {
  return `${form} of ${orderId}`;
}
