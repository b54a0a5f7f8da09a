import type { Queryable } from '../../../db/client.ts';
import { newId } from '../basics/random.ts';
import type { Context } from '../context/context.ts';
import { cancelHeldDelivery, findHeldDelivery, insertMail, type MailKind } from './outbox-repository.ts';

/**
 * Puts a mail into the outbox. To be called in the transaction of the change that causes it, so that
 * neither exists without the other; `context.mailIsWaiting()` afterwards has it sent at once.
 *
 * @param mail.orderId what it is about
 * @param mail.userId who it is for, when it goes to somebody who works here
 * @param mail.notBefore milliseconds since 1970
 * @returns its id
 */
export function enqueueMail(
  context: Context,
  tx: Queryable,
  mail: {
    kind: MailKind;
    orderId?: string | null | undefined;
    userId?: string | null | undefined;
    to: { name: string; address: string };
    notBefore?: number;
  },
): number {
  const now = context.clock.now();
  return insertMail(tx, {
    kind: mail.kind,
    messageId: `<${newId()}@${new URL(context.config.publicUrl).hostname}>`,
    orderId: mail.orderId ?? null,
    userId: mail.userId ?? null,
    toName: mail.to.name,
    toAddress: mail.to.address,
    nextAttemptAt: mail.notBefore ?? now,
    createdAt: now,
  });
}

/** @returns whether the delivery of an order was still held back, and will now not be sent */
export function cancelDelivery(context: Context, tx: Queryable, orderId: string): boolean {
  return cancelHeldDelivery(tx, orderId, context.clock.now());
}

/** @returns until when the delivery of an order is held back so that its approval can be undone, or null */
export function deliveryHeldUntil(context: Context, db: Queryable, orderId: string): number | null {
  return findHeldDelivery(db, orderId, context.clock.now())?.nextAttemptAt ?? null;
}
