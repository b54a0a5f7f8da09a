import type { Queryable, Transaction } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import {
  cancelHeldDelivery,
  findHeldDelivery,
  insertMail,
  isMessageKnown,
  type MailKind,
} from './outbox-repository.ts';

interface NewMail {
  kind: MailKind;
  orderId?: string | null | undefined;
  userId?: string | null | undefined;
  to: { name: string; address: string };
  about?: string | null | undefined;
  notBefore?: number;
}

/**
 * Puts a mail into the outbox. Call it in the transaction of the change that causes the mail, so that neither exists
 * without the other; `context.mailIsWaiting()` afterwards has it sent at once.
 *
 * @param mail.orderId the order that it is about
 * @param mail.userId the recipient, when it goes to an admin or a reader
 * @param mail.about what it tells of, when that is not the order as it is: letters, digits, `.`, `-` and `_`
 * @param mail.notBefore milliseconds since 1970
 * @returns its id; null when there is no address to write to. Only the log says so: the event that the mail is about
 *   has happened all the same
 */
export function enqueueMail(context: Context, tx: Transaction, mail: NewMail): number | null {
  return insert(context, tx, mail, messageIdOf(context, context.random.newId(), mail.about));
}

/**
 * Puts a mail into the outbox that is written only once, even when its cause happens again. Its Message-ID is made of
 * its kind and of what it is about.
 */
export function enqueueMailOnce(context: Context, tx: Transaction, mail: NewMail & { about: string }): void {
  const messageId = onlyMessageId(context, mail.kind, mail.about);
  if (!isMessageKnown(tx, messageId)) insert(context, tx, mail, messageId);
}

/** @returns the Message-ID of the one mail of this kind about something */
export function onlyMessageId(context: Pick<Context, 'config'>, kind: MailKind, about: string): string {
  return messageIdOf(context, kind, about);
}

/** What a mail is about stands in its Message-ID, so that it is kept with the mail, and with each that repeats it. */
function messageIdOf(
  { config }: Pick<Context, 'config'>,
  unique: string,
  about: string | null | undefined,
): string {
  return `<${unique}${about ? `~${about}` : ''}@${new URL(config.publicUrl).hostname}>`;
}

/** @returns what a mail tells of; null when that is the order as it is */
export function aboutOf({ messageId }: { messageId: string }): string | null {
  return /~([^@]*)@/.exec(messageId)?.[1] ?? null;
}

function insert(context: Context, tx: Transaction, mail: NewMail, messageId: string): number | null {
  // An erased customer has no address: the mail server would refuse the mail again and again.
  if (mail.to.address === '') {
    context.log.error({ kind: mail.kind, orderId: mail.orderId }, 'mail without a recipient');
    return null;
  }
  const now = context.clock.now();
  return insertMail(tx, {
    kind: mail.kind,
    messageId,
    orderId: mail.orderId ?? null,
    userId: mail.userId ?? null,
    toName: mail.to.name,
    toAddress: mail.to.address,
    nextAttemptAt: mail.notBefore ?? now,
    createdAt: now,
  });
}

/** @returns whether the delivery of an order was still held back, and will now not be sent */
export function cancelDelivery(context: Context, tx: Transaction, orderId: string): boolean {
  return cancelHeldDelivery(tx, orderId, context.clock.now());
}

/** @returns until when the delivery of an order is held back so that its approval can be undone, or null */
export function deliveryHeldUntil(context: Context, db: Queryable, orderId: string): number | null {
  return findHeldDelivery(db, orderId, context.clock.now())?.nextAttemptAt ?? null;
}
