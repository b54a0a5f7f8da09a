import type { Happening } from '../objects/event.ts';
import type { ErrorBody } from '../rest/errors.ts';
import type { Step } from '../step-names.ts';
import type { Store } from '../store.ts';

/** What a request's work can reach. It runs inside one transaction. */
export interface Work {
  store: Store;
  /** Unix time in seconds, as Stripe's objects carry it. */
  seconds: number;
  /** Milliseconds, for the validity of cards. */
  now: number;
  /** Records an event and queues its webhooks. */
  tell(happening: Happening): void;
  /** Has a step happen to an object after the sandbox's short while; the last one counts. */
  later(id: string, step: Step): void;
  /** An object went another way: what was to happen to it no longer does. */
  forgetLater(id: string): void;
}

/** A body and its status: an object, or `{ error }` when something was tried and failed. */
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
