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

/** Keeps the current request or job across awaits, for the log. */
export type WorkScope = AsyncLocalStorage<{ request: string } | { job: string }>;

/** The dependencies of nearly every verb. A verb that needs more takes it as an argument. */
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
  /** Makes the worker store a payment that Stripe just returned, and fetch Stripe's events. */
  settleSoon(payment: Payment): void;
}

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
  /** Whether orders are assigned to them: true for readers, a setting for admins. */
  writes: boolean;
  displayName: string | null;
}
