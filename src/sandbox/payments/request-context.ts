import type Stripe from 'stripe';
import type { SandboxStep } from '../step-names.ts';
import type { Kind, Store, StoredObject } from '../store.ts';

/** The store, time and event log of one request, inside its transaction. */
export interface RequestContext {
  store: Store;
  /** Unix time in seconds, as in Stripe's objects. */
  seconds: number;
  /** Milliseconds. */
  now: number;
  /** Stores an object with an event about it, and queues the webhooks. @returns the object */
  record<T extends StoredObject>(type: Stripe.Event['type'], object: T): T;
  /** Schedules a step of an object after the bank's delay, replacing an earlier one. */
  schedule(id: string, step: SandboxStep): void;
  unschedule(id: string): void;
}

/** A Stripe object with every member optional: the sandbox leaves out members that nothing reads. */
export type PartOf<T> = T extends object ? { [K in keyof T]?: PartOf<T[K]> } : T;

/** Returns the members that all new Stripe objects have; stores nothing. */
export const newObject = <K extends Kind>({ store, seconds }: RequestContext, object: K, prefix: string) => ({
  id: store.newId(prefix),
  object,
  created: seconds,
  livemode: false,
});

/** An HTTP status and a body: a Stripe object, or `{ error }`. */
export interface StripeAnswer {
  status: number;
  body: object;
}

export const ok = (body: object): StripeAnswer => ({ status: 200, body });
