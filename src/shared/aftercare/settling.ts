import type { DisputeState } from '../orders/money-states.ts';
import { refundedBeforeField } from '../orders/refund-schema.ts';
import { z } from '../zod.ts';

/** `PUT /api/orders/{id}/withdrawal/settle`; `refundedBefore`: the refunded sum the caller saw, in main units. */
export const settleWithdrawalSchema = z.strictObject({
  refundedBefore: refundedBeforeField.unwrap(),
});

/** Returns why a withdrawal cannot be settled (a pending refund, an open or lost dispute), or null if it can. */
export function settleObstacle(money: { isRefunding: boolean; dispute: DisputeState | null }): string | null {
  if (money.dispute === 'lost') {
    return 'The dispute about this payment was lost: there is nothing left here to settle.';
  }
  if (money.dispute === 'open') {
    return 'The payment of this order is disputed. Please wait until the dispute is over.';
  }
  return money.isRefunding
    ? 'A refund of this order is under way. Please wait until it is done: only then do we know what is left.'
    : null;
}
