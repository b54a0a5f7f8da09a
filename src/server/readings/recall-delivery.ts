import type { Transaction } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../orders/order-repository.ts';
import { cancelDelivery } from '../outbox/enqueue-mail.ts';
import { findReadingOfOrder, updateReading } from './kept/reading-repository.ts';

/**
 * Undoes an approval whose mail has not left yet, when its order is deleted, refunded, disputed or withdrawn from. The
 * reading is under review again; a mail that has left is not called back.
 *
 * @returns whether there was a mail to hold back
 */
export function recallDelivery(context: Context, tx: Transaction, order: OrderRow, actor: string): boolean {
  if (order.status !== 'approved' || !cancelDelivery(context, tx, order.id)) return false;
  updateOrderIf(tx, order.id, { status: 'approved' }, { status: 'reading_uploaded' });
  const reading = findReadingOfOrder(tx, order.id);
  if (reading) updateReading(tx, reading.id, { approvedAt: null });
  recordEvent(tx, { orderId: order.id, type: 'approval_undone', actor, at: context.clock.now() });
  return true;
}
