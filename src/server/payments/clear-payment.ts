import { writeTransaction } from '../../../db/client.ts';
import { aboutOrder, recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { requireOrder } from '../orders/find-order.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import { applyMoney, factsOf } from './money/follow-money.ts';
import { dismissWarnings, noteFailuresSeen } from './money/money-repository.ts';

/**
 * Lets an order go on after an admin has looked at a doubt about its payment or at a failed refund.
 *
 * @throws {DomainError} `order_not_found`; `order_conflict` when there is nothing to look at
 */
export async function clearPayment(context: Context, user: SignedIn, orderId: string): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const order = requireOrder(tx, orderId);
    const at = context.clock.now();
    const cleared = dismissWarnings(tx, orderId, at) + noteFailuresSeen(tx, orderId, at);
    if (cleared === 0) {
      throw new DomainError(
        'order_conflict',
        'There is no warning about the payment of this order any more.',
      );
    }
    recordEvent(tx, { orderId, type: 'payment_cleared', actor: user.username, at });
    recordAudit(tx, { actor: user, at, action: 'payment_cleared', subject: aboutOrder(order) });
    applyMoney(context, tx, order, factsOf(tx, order));
  });
}
