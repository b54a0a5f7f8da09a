import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Database } from '../../../db/client.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { UnfinishedForms } from './form-flash.ts';
import type { Mailer } from './mailer.ts';
import type { Payment, PaymentGateway } from './payment-gateway.ts';
import type { KeyedLock } from './queue.ts';
import type { Random } from './random.ts';
import type { TtlCache } from './ttl-cache.ts';

/** Carries the current request or job through all that is awaited in it, for the lines of the log. */
export type WorkScope = AsyncLocalStorage<{ request: string } | { job: string }>;

/** What nearly every verb needs. A verb that needs more takes it as an argument. */
export interface Context {
  config: Config;
  db: Database;
  clock: Clock;
  random: Random;
  log: Logger;
  mailer: Mailer;
  payments: PaymentGateway;
  /** When each order's payment was last found unchanged: late answers to earlier requests are ignored. */
  paymentCheckTimes: TtlCache<number>;
  /** Runs the work on one checkout in sequence, by its id. */
  checkoutLock: KeyedLock;
  unfinishedForms: UnfinishedForms;
  signals: Signals;
}

export interface Signals {
  /** Drops the cached public pages at once: called after the transaction, or at its end. */
  invalidatePublicPages(): void;
  /** Wakes the worker to check the outbox now. */
  wakeMailWorker(): void;
  /** Has the worker store what Stripe just said of a payment, and read its events. */
  settleSoon(payment: Payment): void;
}

/** What each run of a job is given. */
export interface RunControl {
  /** Aborted when the run should begin no more work. */
  stop: AbortSignal;
  /** Called regularly by a long run, to show that it makes progress. */
  heartbeat(): void;
}

/** For a run that nothing watches or stops. */
export const noControl: RunControl = { stop: new AbortController().signal, heartbeat: () => {} };

export interface SignedIn {
  id: string;
  username: string;
  role: 'admin' | 'reader';
  /** Whether they get orders to write: every reader, and an admin with the switch on. */
  writes: boolean;
  displayName: string | null;
}
