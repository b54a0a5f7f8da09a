import type { Queryable, Transaction } from '../../../db/client.ts';
import type { CustomerMailKind } from '../../shared/orders/mails.ts';
import type { Context } from './context.ts';
import { cancelHeldDelivery, heldDelivery, insertMail, type MailRow } from './outbox-repository.ts';

interface NewMail extends Pick<MailRow, 'kind'>, Partial<Pick<MailRow, OptionalColumn>> {
  to: { name: string; address: string };
  notBefore?: number;
}
type OptionalColumn = 'orderId' | 'userId' | 'subjectId' | 'subjectState' | 'dueUntil' | 'isRepeat';

/**
 * Puts a mail into the outbox, unless it holds one of the same kind and subject that is no repeat.
 * Call `context.signals.wakeMailWorker()` after the commit to send it at once.
 * @returns its id; null when it was not put there. A recipient without an address is logged.
 */
export function enqueueMail(
  context: Context,
  tx: Transaction,
  { to, notBefore, ...mail }: NewMail,
): number | null {
  // An erased customer has no address: the mail server would refuse the mail again and again.
  if (to.address === '') {
    context.log.error({ kind: mail.kind, orderId: mail.orderId }, 'mail without a recipient');
    return null;
  }
  const now = context.clock.now();
  return insertMail(tx, {
    ...mail,
    messageId: `<${context.random.newId()}@${new URL(context.config.publicUrl).hostname}>`,
    toName: to.name,
    toAddress: to.address,
    nextAttemptAt: notBefore ?? now,
    createdAt: now,
  });
}

/** Puts a mail into the outbox again, as a new message to an address. */
export function repeatMail(context: Context, tx: Transaction, mail: MailRow, to: NewMail['to']): void {
  const { kind, orderId, userId, subjectId, subjectState, dueUntil } = mail;
  const about = { orderId, userId, subjectId, subjectState, dueUntil };
  enqueueMail(context, tx, { kind, ...about, to, isRepeat: true });
}

/** Puts a mail to an order's customer into the outbox, at the address that the order has now. */
export function enqueueCustomerMail(
  context: Context,
  tx: Transaction,
  kind: CustomerMailKind,
  order: { id: string; customerName: string; customerEmail: string },
  more: Pick<NewMail, 'subjectId' | 'subjectState' | 'notBefore'> = {},
): void {
  const to = { name: order.customerName, address: order.customerEmail };
  enqueueMail(context, tx, { kind, orderId: order.id, to, ...more });
}

/** Cancels the delivery of an order that is held back. @returns false when it no longer is */
export function cancelDelivery(context: Context, tx: Transaction, orderId: string): boolean {
  return cancelHeldDelivery(tx, orderId, context.clock.now());
}

/** Returns until when an approval can be undone, in milliseconds since 1970; null when its mail is not held back. */
export function deliveryHeldUntil(context: Context, db: Queryable, orderId: string): number | null {
  return heldDelivery(db, orderId, context.clock.now())?.nextAttemptAt ?? null;
}
