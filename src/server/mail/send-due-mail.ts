import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { hours, seconds } from '../../shared/durations.ts';
import { type Context, noControl } from '../base/context.ts';
import { repeatMail } from '../base/enqueue-mail.ts';
import { MailRejected } from '../base/mailer.ts';
import {
  claimDueMail,
  dueMails,
  findMail,
  isCustomerMail,
  type MailRow,
  updateMail,
  updateMailIfLeased,
} from '../base/outbox-repository.ts';
import { withoutPeople } from '../base/present-mail.ts';
import type { Random } from '../base/random.ts';
import { notify } from '../orders/notify.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { markDelivered } from '../orders/order-repository.ts';
import { composeMail } from './compose-mail.ts';
import { findAttachments } from './printable-letter.ts';

export const leaseMilliseconds = seconds(180);
const firstRetryMilliseconds = seconds(30);
export const longestRetryMilliseconds = hours(1);
const giveUpAfterMilliseconds = hours(72);
/** Before a mail is given up, even if its first attempt was late because the service was stopped. */
const minAttempts = 10;
const mailsAtOnce = 5;

/** Sends all due mail until `stop` is aborted. @returns how many went out. `heartbeat` is called before each batch. */
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
    // The attachments come first: by the time they are made the mail may no longer be relevant.
    const outgoing = composeMail(context, mail, await findAttachments(context, mail));
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
  const lastError = error instanceof MailRejected ? error.message : 'The mail could not be written.';
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

/** Returns milliseconds, doubled by each attempt up to an hour. A quarter is random: not all mail retries together. */
export function retryDelay(attempts: number, random: Random): number {
  const delay = Math.min(firstRetryMilliseconds * 2 ** (attempts - 1), longestRetryMilliseconds);
  return Math.round(delay * (0.75 + random.fraction() * 0.25));
}
