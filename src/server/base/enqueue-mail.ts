import type { Queryable, Transaction } from '../../../db/client.ts';
import type { CustomerMailKind } from '../../shared/orders/mails.ts';
import type { Context } from './context.ts';
import {
  cancelHeldDelivery,
  findMailByMessage,
  heldDelivery,
  insertMail,
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
 * Puts a mail into the outbox. Call `context.signals.wakeMailWorker()` after the commit to send it at once.
 * @param mail.about what the mail is about (a refund's id), if not the order itself: letters, digits, `.`, `-` and `_`
 * @returns its id; null when the recipient has no address, which is only logged
 */
export function enqueueMail(context: Context, tx: Transaction, mail: NewMail): number | null {
  return insert(context, tx, mail, messageIdFor(context, context.random.newId(), mail.about));
}

/** Puts a mail into the outbox unless it holds one of the same kind and `about`, sent or not. */
export function enqueueMailOnce(context: Context, tx: Transaction, mail: NewMail & { about: string }): void {
  const messageId = messageIdFor(context, mail.kind, mail.about);
  if (!findMailByMessage(tx, messageId)) insert(context, tx, mail, messageId);
}

/** Puts a mail to an order's customer into the outbox, at the address that the order has now. */
export function enqueueCustomerMail(
  context: Context,
  tx: Transaction,
  kind: CustomerMailKind,
  order: { id: string; customerName: string; customerEmail: string },
  more: Pick<NewMail, 'about' | 'notBefore'> = {},
): void {
  const to = { name: order.customerName, address: order.customerEmail };
  enqueueMail(context, tx, { kind, orderId: order.id, to, ...more });
}

/** The Message-ID contains what the mail is about. @param unique the kind of a mail that is sent once, else an id */
export function messageIdFor({ config }: Context, unique: string, about: string | null | undefined): string {
  return `<${unique}${about ? `~${about}` : ''}@${new URL(config.publicUrl).hostname}>`;
}

/** Reads from a Message-ID what the mail is about (`about`); null when it is the order itself. */
export function readMailAbout({ messageId }: { messageId: string }): string | null {
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

/** Cancels the delivery of an order that is held back. @returns false when it no longer is */
export function cancelDelivery(context: Context, tx: Transaction, orderId: string): boolean {
  return cancelHeldDelivery(tx, orderId, context.clock.now());
}

/** Returns until when an approval can be undone, in milliseconds since 1970; null when its mail is not held back. */
export function deliveryHeldUntil(context: Context, db: Queryable, orderId: string): number | null {
  return heldDelivery(db, orderId, context.clock.now())?.nextAttemptAt ?? null;
}
