import type { Logger } from 'pino';
import { days, minutes } from '../../shared/durations.ts';
import { DomainError } from '../basics/errors.ts';
import type { Clock } from './clock.ts';

/**
 * Why a message to the webhook is refused:
 *
 * - `unsigned`: it has no signature, or none that can be read
 * - `foreign`: it was signed with another secret than ours, or changed on its way
 * - `old`: it was signed with ours, by a clock that differs from this machine's by minutes
 * - `unreadable`: its signature is right and it is no event
 */
export type WebhookFault = 'unsigned' | 'foreign' | 'old' | 'unreadable';

/**
 * What a mistake of ours looks like: another secret, or a clock that is wrong. Strangers can make up a signature that
 * does not match, so these mean something only where messages are missing.
 */
export type WebhookTrouble = Extract<WebhookFault, 'foreign' | 'old'>;

/** A message to the webhook that is refused. */
export class WebhookRefused extends DomainError {
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super('invalid_request', "The signature is missing, too old or not Stripe's.");
    this.fault = fault;
  }
}

/** How often each fault is logged at most, in milliseconds: strangers can send as many messages as they like. */
const pause = minutes(1);

/** How long messages must be refused, with none accepted in between, to count as trouble, in milliseconds. */
const patience = minutes(5);

/** How long a refusal counts when none follows, in milliseconds: a later one starts a new count. */
const memory = days(1);

const words: Record<WebhookFault, string> = {
  unsigned: 'a message to the webhook was refused: it has no signature that can be read',
  foreign: 'a message to the webhook was refused: its signature does not fit STRIPE_WEBHOOK_SECRET',
  old: 'a message to the webhook was refused: by the clock of this machine it was signed too long ago',
  unreadable: 'a message to the webhook was refused: it is no event',
};

/** Notices when the messages to the webhook are refused. */
export interface WebhookWatch {
  accepted(): void;
  /** Logs a refusal, once a minute for each fault with how many there were; never the message itself. */
  refused(fault: WebhookFault): void;
  /**
   * @returns what is wrong when messages were refused for some minutes and none was accepted since; strangers can cause
   *   it too, so it proves nothing by itself
   */
  trouble(): { fault: WebhookTrouble; count: number } | null;
}

export function createWebhookWatch(clock: Clock, log: Logger): WebhookWatch {
  const unsaid = new Map<WebhookFault, { since: number; count: number }>();
  let refusals: { fault: WebhookTrouble; first: number; last: number; count: number } | null = null;

  function say(fault: WebhookFault): void {
    const now = clock.now();
    const known = unsaid.get(fault);
    const count = (known?.count ?? 0) + 1;
    const isDue = known === undefined || now - known.since >= pause;
    unsaid.set(fault, isDue ? { since: now, count: 0 } : { since: known.since, count });
    if (isDue) log.warn({ fault, messages: count }, words[fault]);
  }

  return {
    accepted() {
      refusals = null;
    },
    refused(fault) {
      say(fault);
      if (fault !== 'foreign' && fault !== 'old') return;
      const now = clock.now();
      const before = refusals !== null && now - refusals.last <= memory ? refusals : { first: now, count: 0 };
      refusals = { fault, first: before.first, last: now, count: before.count + 1 };
    },
    trouble() {
      if (refusals === null) return null;
      const { fault, first, last, count } = refusals;
      return last - first >= patience && clock.now() - last <= memory ? { fault, count } : null;
    },
  };
}
