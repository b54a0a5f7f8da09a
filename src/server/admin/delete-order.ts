import { writeTransaction } from '../../../db/client.ts';
import { customerMailKinds } from '../../shared/orders/mails.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { aboutOrder, recordAudit } from '../base/record-audit.ts';
import { requeueCanceled } from '../mail/outbox-repository.ts';
import { reassignFromClosedAccount } from '../orders/assign-orders.ts';
import { readOrder, requireOrder, requireOrderEvenDeleted } from '../orders/find-order.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { updateOrderIf } from '../orders/order-repository.ts';
import { recallDelivery } from '../readings/review-reading.ts';

/**
 * Marks an order as deleted and recalls its unsent reading; `restoreOrder` brings it back.
 * @throws {DomainError} `order_not_found`, also if it is deleted already
 */
export async function deleteOrder(context: Context, user: SignedIn, orderId: string): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const now = context.clock.now();
    const order = requireOrder(tx, orderId);
    recallDelivery(context, tx, order, user.username);
    updateOrderIf(tx, orderId, {}, { deletedAt: now });
    recordEvent(tx, { orderId, type: 'order_deleted', actor: user.username, at: now });
    recordAudit(tx, { actor: user, at: now, action: 'order_deleted', subject: aboutOrder(order) });
  });
  // The site drops the customer's quote and counts one open order fewer.
  context.signals.invalidatePublicPages();
}

/** The mails to queue again when an order is restored. A reading has to be approved again. */
const requeuedMailKinds = customerMailKinds.filter((kind) => kind !== 'reading_delivery');

/**
 * Restores a deleted order and its canceled mails; a recalled reading has to be approved again.
 * @throws {DomainError} `order_not_found`; `order_conflict` for an erased customer
 */
export async function restoreOrder(context: Context, user: SignedIn, orderId: string): Promise<Order> {
  await writeTransaction(context.db, (tx) => {
    const order = requireOrderEvenDeleted(tx, orderId);
    if (order.deletedAt === null) return;
    if (order.erasedAt !== null) {
      throw new DomainError('order_conflict', 'The customer’s data was erased, so the order stays deleted.');
    }
    updateOrderIf(tx, orderId, {}, { deletedAt: null });
    const at = context.clock.now();
    requeueCanceled(tx, { orderId, kinds: requeuedMailKinds, since: order.deletedAt, now: at });
    recordEvent(tx, { orderId, type: 'order_restored', actor: user.username, at });
    recordAudit(tx, { actor: user, at, action: 'order_restored', subject: aboutOrder(order) });
    reassignFromClosedAccount(context, tx, orderId);
  });
  context.signals.wakeMailWorker();
  context.signals.invalidatePublicPages();
  return readOrder(context, orderId);
}
