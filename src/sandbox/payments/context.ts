import type { ErrorBody } from '../rest/errors.ts';
import type { Step } from '../step-names.ts';
import type { Store } from '../store.ts';
import type { Happening } from '../webhooks/queue.ts';

/** What a request works with, inside one transaction. */
export interface Work {
  store: Store;
  /** Unix time in seconds, as in Stripe's objects. */
  seconds: number;
  /** Milliseconds. */
  now: number;
  /** Records an event and queues its webhooks. */
  emit(happening: Happening): void;
  /** Schedules a step of an object for after the bank's delay, instead of the one before. */
  schedule(id: string, step: Step): void;
  unschedule(id: string): void;
}

/** A status and a body: an object, or `{ error }`. */
export interface Answer {
  status: number;
  body: object;
}

export function ok(body: object): Answer {
  return { status: 200, body };
}

export function failed(error: ErrorBody): Answer {
  return { status: error.type === 'card_error' ? 402 : 400, body: { error } };
}
