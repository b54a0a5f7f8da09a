import type { Transaction } from '../../../db/client.ts';
import { isGoingOn, isToBeWritten } from '../../shared/orders/order-status.ts';
import type { Context } from '../context/context.ts';
import { findUser } from '../people/directory/people-repository.ts';
import { giveToFreeReader } from './give-to-free-reader.ts';
import { findOrder } from './order-repository.ts';

/**
 * Gives an order that still has to be written to another reader, as a new one, when its reader's account was closed or
 * became an admin's; it is left without a reader when there is none. Call it in the transaction in which the order
 * returns to its reader.
 */
export function leaveClosedAccount(context: Context, tx: Transaction, orderId: string): void {
  const order = findOrder(tx, orderId);
  if (!order?.assignedReaderId || !isToBeWritten(order.status) || !isGoingOn(order)) return;
  const reader = findUser(tx, order.assignedReaderId);
  if (reader?.isActive && reader.role === 'reader') return;
  giveToFreeReader(context, tx, order);
}
