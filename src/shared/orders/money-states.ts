/**
 * What Stripe says of a refund (https://docs.stripe.com/api/refunds/object#refund_object-status). `pending` and
 * `requires_action` are on their way; a `succeeded` one can still fail, days later.
 */
export const refundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** @returns whether a refund came to nothing: its money is with the business again */
export function isRefundLost({ status }: { status: string }): boolean {
  return status === 'failed' || status === 'canceled';
}

/** What Stripe says of a dispute (https://docs.stripe.com/api/disputes/object#dispute_object-status). */
export const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/**
 * What an order's disputes come to: a bank only asks (`inquiry`), has taken the money back for now (`open`) or for
 * good (`lost`), or all is over (`closed`).
 */
export const disputeStates = ['inquiry', 'open', 'lost', 'closed'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** From the card's bank, or from Stripe's own checks. */
export const warningKinds = ['early_fraud_warning', 'review'] as const;
export type WarningKind = (typeof warningKinds)[number];

/**
 * Why the reading of a paid order must not leave: all its money is on its way back, its customer has withdrawn, or an
 * admin has to look first.
 */
export const holds = ['refund', 'withdrawal', ...warningKinds] as const;
export type Hold = (typeof holds)[number];
