import type { Transaction } from '../../../db/client.ts';
import { isGoingOn, isToBeWritten } from '../../shared/orders/order-status.ts';
import type { Context } from '../context/context.ts';
import { findUser } from '../people/directory/people-repository.ts';
import { giveToFreeReader } from './give-to-free-reader.ts';
import { findOrder } from './order-repository.ts';

/**
 * Gives an order that has to be written to somebody else, as a new one, when its reader's account was closed
 * or became an admin's meanwhile; to nobody when there is no reader. To be called in the transaction in which the order comes back
 * to its reader.
 */
export function leaveClosedAccount(context: Context, tx: Transaction, orderId: string): void {
  const order = findOrder(tx, orderId);
  if (!order?.assignedReaderId || !isToBeWritten(order.status) || !isGoingOn(order)) return;
  const reader = findUser(tx, order.assignedReaderId);
  if (reader?.isActive && reader.role === 'reader') return;
  giveToFreeReader(context, tx, order);
}
