import type { DisputeState } from '../orders/money-states.ts';
import { refundedBeforeField, refundedBeforeUnclear } from '../orders/refunds.ts';
import { z } from '../zod.ts';

/**
 * `PUT /api/orders/{id}/withdrawal/settle`, in dollars: `refundedBefore` is what the caller saw as given back:
 * to say that no more goes back one has to know what went.
 */
export const settleWithdrawalSchema = z.strictObject({
  refundedBefore: refundedBeforeField.pipe(z.number({ error: refundedBeforeUnclear })),
});

/**
 * @param money.isRefunding whether a refund is on its way, or it is not known yet whether it was made
 * @returns why a withdrawal cannot be settled yet; null when it can. A bank that only asks has taken nothing.
 */
export function whyNotToSettle(money: { isRefunding: boolean; dispute: DisputeState | null }): string | null {
  if (money.dispute === 'lost') {
    return 'The dispute about this payment was lost: there is nothing left here to settle.';
  }
  if (money.dispute === 'open') {
    return 'The payment of this order is disputed. Please wait until the dispute is over.';
  }
  return money.isRefunding
    ? 'A refund of this order is under way. Please wait until it is through: only then is it known what is left.'
    : null;
}
