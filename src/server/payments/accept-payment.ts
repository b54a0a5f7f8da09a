import { writeTransaction } from '../../../db/client.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { requireOrder } from '../orders/find-order.ts';
import { markPaid } from './money/mark-paid.ts';

/**
 * An admin has looked at a payment that did not fit and takes it as it is: the order is paid.
 *
 * @throws {DomainError} `order_not_found`, `order_conflict` when there is nothing to decide
 */
export function acceptPayment(context: Context, user: SignedIn, orderId: string): void {
  writeTransaction(context.db, (tx) => {
    const order = requireOrder(tx, orderId);
    if (order.paymentStatus !== 'review') {
      throw new DomainError('order_conflict', 'There is nothing to decide about the payment of this order.');
    }
    markPaid(context, tx, order, user.username);
  });
  context.mailIsWaiting();
}
