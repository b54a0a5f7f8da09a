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
import type { StatedWithdrawals } from './stated-withdrawals.ts';
import type { WebhookWatch } from './webhook-watch.ts';
import type { WorkScope } from './work-scope.ts';

/** What changed on the public pages: only what can be ordered, or all that they say about the business. */
export type PublicChange = 'offer' | 'business';

/** Everything the application works with; handed to `createApp` and from there to every verb. */
export interface Context {
  config: Config;
  db: Database;
  /** By what the payments of this service are marked at the provider. */
  serviceId: string;
  payments: PaymentGateway;
  heardAnswers: HeardAnswers;
  refusedForms: RefusedForms;
  returnedForms: ReturnedForms;
  statedWithdrawals: StatedWithdrawals;
  mailer: Mailer;
  clock: Clock;
  random: Random;
  log: Logger;
  /** What is being done now, for the log. */
  scope: WorkScope;
  proxies: ProxyWatch;
  webhooks: WebhookWatch;
  /** @returns a number like `CT-7K3M9Q`, which another order may have already */
  newOrderNumber(): string;
  /** @returns what the payment provider refuses at present, at most once for each kind of call */
  paymentTroubles(): PaymentTrouble[];
  /** @returns what has to be mended before any mail leaves, as the last mail that met it was told */
  mailTrouble(): MailTrouble | null;
  /** @returns what the account at the payment provider lacks; nothing on the sandbox */
  accountTroubles(): AccountTroubles;
  /** Renders the public pages again after the transaction commits, where they have changed. */
  publicChanged(what?: PublicChange): void;
  /** @returns whether the public pages say all that they are to say, and not what they said before */
  arePagesMade(): boolean;
  /** Asks the worker to look at the outbox now rather than at its next turn. */
  mailIsWaiting(): void;
}

/** Who is doing something. */
export interface SignedIn {
  id: string;
  username: string;
  role: 'admin' | 'reader';
}
