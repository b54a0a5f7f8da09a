import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Database } from '../../../db/client.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { FormFlash } from './form-flash.ts';
import type { Mailer } from './mailer.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import type { Random } from './random.ts';
import type { TtlCache } from './ttl-cache.ts';

export interface RejectedForm {
  text: string;
  problem: string;
  fields?: Record<string, string>;
}

/** Carries the current request or job through all that is awaited in it, for the lines of the log. */
export type WorkScope = AsyncLocalStorage<{ request: string } | { job: string }>;

export interface Context {
  config: Config;
  db: Database;
  payments: PaymentGateway;
  /** When a payment was last asked for without news, by order: earlier requests that answer later are ignored. */
  paymentCheckTimes: TtlCache<number>;
  /** Forms on the page of an order, by the ids of their questions or by `formKey`, until they are sent again. */
  rejectedForms: TtlCache<RejectedForm>;
  formFlash: FormFlash;
  /** The orders of withdrawals that wait for their second step, by the secrets of its pages. */
  pendingWithdrawals: TtlCache<string>;
  mailer: Mailer;
  clock: Clock;
  random: Random;
  log: Logger;
  /** Drops the cached public pages after the transaction commits. */
  invalidatePublicPages(): void;
  /** Wakes the worker to check the outbox now. */
  wakeMailWorker(): void;
}

export interface SignedIn {
  id: string;
  username: string;
  role: 'admin' | 'reader';
}
