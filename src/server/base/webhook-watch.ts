import type { Logger } from 'pino';
import { days, minutes } from '../../shared/durations.ts';
import type { Clock } from './clock.ts';
import { DomainError } from './domain-error.ts';

const words = {
  unsigned: 'a webhook message was refused: it has no readable signature',
  foreign: 'a webhook message was refused: its signature does not match STRIPE_WEBHOOK_SECRET',
  old: 'a webhook message was refused: according to this machine’s clock, it was signed too long ago',
  unreadable: 'a webhook message was refused: it is not an event',
};

export type WebhookFault = keyof typeof words;

/** A likely mistake in our settings. Strangers can forge such messages: it counts only while real ones are missing. */
export type WebhookTrouble = Extract<WebhookFault, 'foreign' | 'old'>;

export class WebhookRefused extends DomainError {
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super('invalid_request', "The signature is missing, too old or not Stripe's.");
    this.fault = fault;
  }
}

/** How often each fault is logged at most: strangers can send as many messages as they like. */
const logPauseMs = minutes(1);

const troubleAfterMs = minutes(5);

const memoryMs = days(1);

export type WebhookWatch = ReturnType<typeof createWebhookWatch>;

/** Logs refused webhooks, once a minute at most. `trouble` returns why, once all were refused for five minutes. */
export function createWebhookWatch(clock: Clock, log: Logger) {
  const logged = new Map<WebhookFault, { since: number; count: number }>();
  let refusals: { fault: WebhookTrouble; first: number; last: number; count: number } | null = null;

  function logRefusal(fault: WebhookFault): void {
    const now = clock.now();
    const known = logged.get(fault);
    const count = (known?.count ?? 0) + 1;
    const isDue = known === undefined || now - known.since >= logPauseMs;
    logged.set(fault, isDue ? { since: now, count: 0 } : { since: known.since, count });
    if (isDue) log.warn({ fault, messages: count }, words[fault]);
  }

  return {
    accepted(): void {
      refusals = null;
    },
    refused(fault: WebhookFault): void {
      logRefusal(fault);
      if (fault !== 'foreign' && fault !== 'old') return;
      const now = clock.now();
      const before =
        refusals !== null && now - refusals.last <= memoryMs ? refusals : { first: now, count: 0 };
      refusals = { fault, first: before.first, last: now, count: before.count + 1 };
    },
    trouble(): { fault: WebhookTrouble; count: number } | null {
      if (refusals === null) return null;
      const { fault, first, last, count } = refusals;
      return last - first >= troubleAfterMs && clock.now() - last <= memoryMs ? { fault, count } : null;
    },
  };
}
