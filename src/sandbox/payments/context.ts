import type Stripe from 'stripe';
import type { Step } from '../step-names.ts';
import type { Store, StoredObject } from '../store.ts';

/** What a request works with, inside one transaction. */
export interface Work {
  store: Store;
  /** Unix time in seconds, as in Stripe's objects. */
  seconds: number;
  /** Milliseconds. */
  now: number;
  /** Records an event and queues its webhooks. */
  emit(type: Stripe.Event['type'], object: StoredObject): void;
  /** Schedules a step of an object for after the bank's delay, instead of the one before. */
  schedule(id: string, step: Step): void;
  unschedule(id: string): void;
}

/** A status and a body: an object, or `{ error }`. */
export interface Answer {
  status: number;
  body: object;
}

export const ok = (body: object): Answer => ({ status: 200, body });
