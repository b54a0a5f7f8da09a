import type { Transaction } from '../../../../db/client.ts';
import type { CustomerMailKind } from '../../../shared/orders/mails.ts';
import { type DisputeStatus, isRefundLost } from '../../../shared/orders/money-states.ts';
import type { Context } from '../../context/context.ts';
import { findOrderEvenDeleted } from '../../orders/order-repository.ts';
import { enqueueMailOnce, onlyMessageId } from '../../outbox/enqueue-mail.ts';
import { cancelMailIfFree, findMailByMessage } from '../../outbox/outbox-repository.ts';
import { isMailOn } from '../../settings/mail-settings.ts';
import type { DisputeRow, RefundRow } from './money-repository.ts';

/**
 * Tells the customer that money was given back, once for each refund; if the refund fails later, tells them that, too.
 * A customer who was not told of the refund yet is told neither. Call it in the transaction that stores the refund.
 *
 * @param before its status until now; null when it was not known
 */
export function tellOfRefund(
  context: Context,
  tx: Transaction,
  { id, orderId, status }: Pick<RefundRow, 'id' | 'orderId' | 'status'>,
  before: RefundRow['status'] | null,
): void {
  if (status === before) return;
  if (status === 'succeeded' && isMailOn(tx, 'refunds')) write(context, tx, 'refund_made', orderId, id);
  if (before !== 'succeeded' || !isRefundLost({ status })) return;
  const told = findMailByMessage(tx, onlyMessageId(context, 'refund_made', id));
  // A mail that is being sent now may still arrive.
  if (!told || told.state === 'failed' || cancelMailIfFree(tx, told.id)) return;
  if (told.state !== 'canceled') write(context, tx, 'refund_failed', orderId, id);
}

/**
 * Tells the customer what a dispute that is over means for their reading; their bank has told them the rest. Tells them
 * only of a lost dispute, or of one that was won after it had stopped the work: not of an inquiry, nor of one that was
 * over before it was known here.
 *
 * @param before its status until now; null when it was not known
 */
export function tellOfDispute(
  context: Context,
  tx: Transaction,
  { id, orderId, status }: Pick<DisputeRow, 'id' | 'orderId' | 'status'>,
  before: DisputeStatus | null,
): void {
  const hadStopped = before !== null && !before.startsWith('warning_');
  const isNews = status !== before && (status === 'lost' || (status === 'won' && hadStopped));
  if (isNews && isMailOn(tx, 'disputes')) write(context, tx, 'dispute_closed', orderId, `${id}.${status}`);
}

/** Not to whom everything was erased: there is no address any more. */
function write(
  context: Context,
  tx: Transaction,
  kind: CustomerMailKind,
  orderId: string,
  about: string,
): void {
  const order = findOrderEvenDeleted(tx, orderId);
  if (!order?.customerEmail) return;
  const to = { name: order.customerName, address: order.customerEmail };
  enqueueMailOnce(context, tx, { kind, orderId, to, about });
}
