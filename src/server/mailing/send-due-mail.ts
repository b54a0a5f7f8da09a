import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { hours, seconds } from '../../shared/durations.ts';
import { type Context, noControl } from '../base/context.ts';
import {
  type Mailer,
  MailRejected,
  type MailTrouble,
  type OutgoingMail,
  withoutPeople,
} from '../base/mailer.ts';
import type { Random } from '../base/random.ts';
import {
  claimDueMail,
  dueMails,
  findMail,
  isCustomerMail,
  isNotice,
  type MailRow,
  makeRetriesDue,
  repeatMail,
  updateMail,
  updateMailIfLeased,
} from '../mail/outbox-repository.ts';
import { notify } from '../orders/notify.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { markDelivered } from '../orders/order-repository.ts';
import { composeOrderMail, composeOtherMail } from './compose-mail.ts';
import { composeNotice } from './compose-notice.ts';
import { composeDelivery } from './letter.ts';

export const leaseMilliseconds = seconds(180);
const firstRetryMilliseconds = seconds(30);
export const longestRetryMilliseconds = hours(1);
const giveUpAfterMilliseconds = hours(72);
/** Attempts before a mail fails for good, even if the first was late because the service was stopped. */
const minAttempts = 10;
const mailsAtOnce = 5;

/** Sends mail until none is due or `stop` is aborted, and returns how many. Calls `heartbeat` before each batch. */
export async function sendDueMail(context: Context, { stop, heartbeat } = noControl): Promise<number> {
  let sent = 0;
  for (;;) {
    if (stop.aborted) return sent;
    heartbeat();
    const now = context.clock.now();
    if (dueMails(context.db, now, 1).length === 0) return sent;
    const claim = { now, leaseUntil: now + leaseMilliseconds, limit: mailsAtOnce };
    const mails = await writeTransaction(context.db, (tx) => claimDueMail(tx, claim));
    const results = await Promise.all(mails.map((mail) => sendOne(context, mail)));
    sent += results.filter(Boolean).length;
  }
}

async function sendOne(context: Context, mail: MailRow): Promise<boolean> {
  let response: string;
  try {
    const outgoing = await composeMail(context, mail);
    if (outgoing === null) {
      await writeTransaction(context.db, (tx) =>
        updateMailIfLeased(tx, mail, { state: 'canceled', leasedAt: null }),
      );
      return false;
    }
    ({ response } = await context.mailer.send(outgoing));
  } catch (error) {
    await keepFailure(context, mail, error);
    return false;
  }
  // Waits for a lock without a limit: a mail whose success is not stored is sent again.
  await writeTransaction(
    context.db,
    (tx) => keepSuccess(context, tx, mail, response),
    Number.POSITIVE_INFINITY,
  );
  context.log.info({ mailId: mail.id, kind: mail.kind, orderId: mail.orderId }, 'mail sent');
  return true;
}

/** Writes a mail from the current order, and stores its links; null when it is no longer relevant. */
async function composeMail(context: Context, mail: MailRow): Promise<OutgoingMail | null> {
  if (isNotice(mail)) return composeNotice(context, mail);
  const content = await writeContent(context, mail);
  if (!content) return null;
  const { messageId, toName: name, toAddress: address, kind } = mail;
  return { messageId, to: { name, address }, ...content, opensAccount: kind === 'password_reset' };
}

function writeContent(context: Context, mail: MailRow) {
  if (!isCustomerMail(mail)) return composeOtherMail(context, mail);
  return mail.kind === 'reading_delivery'
    ? composeDelivery(context, mail.orderId)
    : composeOrderMail(context, mail);
}

function keepSuccess(context: Context, tx: Transaction, mail: MailRow, response: string): void {
  const now = context.clock.now();
  const stored = findMail(tx, mail.id);
  if (stored && stored.state !== 'sent') {
    const { toName, toAddress } = mail;
    const attempts = mail.attempts + 1;
    const sent = { state: 'sent', sentAt: now, attempts, lastError: null, response } as const;
    updateMail(tx, mail.id, { ...sent, toName, toAddress });
    if (stored.toAddress !== toAddress) {
      // The address was corrected while the mail was being sent to the old one.
      repeatMail(context, tx, mail, { name: stored.toName, address: stored.toAddress });
    }
  }
  recordMailEvent(tx, mail, 'mail_sent', now);
  if (mail.kind === 'reading_delivery' && mail.orderId) markDelivered(tx, mail.orderId, now);
}

async function keepFailure(context: Context, mail: MailRow, error: unknown): Promise<void> {
  const now = context.clock.now();
  const attempts = mail.attempts + 1;
  const isPermanent = error instanceof MailRejected && error.isPermanent;
  const isTooLate = now - mail.createdAt > giveUpAfterMilliseconds && attempts >= minAttempts;
  const lastError = error instanceof MailRejected ? error.message : 'The email could not be written.';
  const isHopeless = await writeTransaction(context.db, (tx) => {
    const isNewAddress = findMail(tx, mail.id)?.toAddress !== mail.toAddress;
    const isOver = !isNewAddress && (isPermanent || isTooLate);
    // Another worker may have sent it after the lease: then this failure changes nothing.
    const isKept = updateMailIfLeased(tx, mail, {
      state: isOver ? 'failed' : 'queued',
      attempts,
      lastError,
      leasedAt: null,
      nextAttemptAt: isNewAddress ? now : now + retryDelay(attempts, context.random),
    });
    if (isKept && isOver && isCustomerMail(mail)) {
      recordMailEvent(tx, mail, 'mail_failed', now);
      notify(context, tx, { kind: 'mail_failed', orderIds: [mail.orderId] });
    }
    return isOver;
  });
  const entry = { mailId: mail.id, kind: mail.kind, orderId: mail.orderId, attempts, isHopeless };
  if (error instanceof MailRejected) {
    const { responseCode } = error;
    const words = withoutPeople(lastError, mail);
    context.log.warn({ ...entry, responseCode, words }, 'mail was not accepted');
  } else {
    context.log.error({ ...entry, err: error }, 'mail could not be written');
  }
}

/** Records a mail in its order's timeline, which shows the customer's mail, not notices to staff. */
function recordMailEvent(
  tx: Transaction,
  mail: MailRow,
  type: 'mail_sent' | 'mail_failed',
  at: number,
): void {
  if (!isCustomerMail(mail)) return;
  recordEvent(tx, { orderId: mail.orderId, type, actor: 'system', at, data: { kind: mail.kind } });
}

/**
 * Returns how many milliseconds to wait after so many failed attempts: twice as long each time, up to an hour, minus
 * up to a quarter at random, so that mails do not all retry at once.
 */
export function retryDelay(attempts: number, random: Random): number {
  const delay = Math.min(firstRetryMilliseconds * 2 ** (attempts - 1), longestRetryMilliseconds);
  return Math.round(delay * (0.75 + random.fraction() * 0.25));
}

/**
 * Watches a mailer for faults that a person must fix: `trouble()` returns one from its failure until a mail is sent;
 * then `onRecovery` is called.
 */
export function watchMailer(mailer: Mailer, onRecovery: () => void) {
  let trouble: MailTrouble | null = null;
  const watched: Mailer = {
    ...mailer,
    async send(mail) {
      try {
        const answer = await mailer.send(mail);
        const hadTrouble = trouble !== null;
        trouble = null;
        if (hadTrouble) onRecovery();
        return answer;
      } catch (error) {
        if (error instanceof MailRejected && error.fault !== null) {
          const { name: toName, address: toAddress } = mail.to;
          trouble = { fault: error.fault, words: withoutPeople(error.message, { toName, toAddress }) };
        }
        throw error;
      }
    },
  };
  return { mailer: watched, trouble: () => trouble };
}

/**
 * Makes mail that waits for a retry due now, without waking the worker: a setting was corrected or a fault ended.
 * Does not wait for it, and logs errors.
 */
export function retryWaitingMailNow({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): void {
  writeTransaction(db, (tx) => makeRetriesDue(tx, clock.now())).catch((error: unknown) =>
    log.warn({ err: error }, 'waiting mail could not be moved up'),
  );
}
