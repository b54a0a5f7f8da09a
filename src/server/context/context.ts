import type { Logger } from 'pino';
import type { Database } from '../../../db/client.ts';
import type { Random } from '../basics/random.ts';
import type { Config } from '../config/config.ts';
import type { AccountTroubles } from './account-troubles.ts';
import type { Clock } from './clock.ts';
import type { HeardAnswers } from './heard-answers.ts';
import type { Mailer, MailTrouble } from './mailer.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import type { PaymentTrouble } from './payment-troubles.ts';
import type { ProxyWatch } from './proxy-watch.ts';
import type { RefusedForms } from './refused-forms.ts';
import type { ReturnedForms } from './returned-forms.ts';
import type { TtlCache } from './ttl-cache.ts';
import type { WebhookWatch } from './webhook-watch.ts';
import type { WorkScope } from './work-scope.ts';

/** What changed on the public pages: only what can be ordered, or all that they say about the business. */
export type PublicChange = 'offer' | 'business';

/** Everything the application works with; handed to `createApp` and from there to every verb. */
export interface Context {
  config: Config;
  db: Database;
  /** Marks the payments of this service at the provider. */
  serviceId: string;
  payments: PaymentGateway;
  heardAnswers: HeardAnswers;
  refusedForms: RefusedForms;
  returnedForms: ReturnedForms;
  /** The orders of withdrawals that wait for their second step, by the secrets of its pages. */
  statedWithdrawals: TtlCache<string>;
  mailer: Mailer;
  clock: Clock;
  random: Random;
  log: Logger;
  /** The current work, for the log. */
  scope: WorkScope;
  proxies: ProxyWatch;
  webhooks: WebhookWatch;
  /** @returns a number like `CT-7K3M9Q`, which may be in use already */
  newOrderNumber(): string;
  /** @returns what the payment provider refuses at present, at most once for each kind of call */
  paymentTroubles(): PaymentTrouble[];
  /** @returns what keeps all mail from leaving, from the last mail that failed for it; null when mail leaves */
  mailTrouble(): MailTrouble | null;
  /** @returns what the account at the payment provider lacks; nothing on the sandbox */
  accountTroubles(): AccountTroubles;
  /** Renders the public pages again after the transaction commits, where they have changed. */
  publicChanged(what?: PublicChange): void;
  /** @returns whether the public pages are up to date */
  arePagesMade(): boolean;
  /** Tells the worker to check the outbox now rather than at its next turn. */
  mailIsWaiting(): void;
}

/** Who is doing something. */
export interface SignedIn {
  id: string;
  username: string;
  role: 'admin' | 'reader';
}
