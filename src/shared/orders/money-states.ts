import { decimalsText } from '../currencies.ts';
import { chargeStep } from '../money.ts';

/** https://docs.stripe.com/api/refunds/object#refund_object-status. A `succeeded` refund can still fail, days later. */
export const refundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Returns whether a refund failed or was canceled, so that the money is back with the shop. */
export function isRefundLost({ status }: { status: string }): boolean {
  return status === 'failed' || status === 'canceled';
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
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

/** A bank asks (`inquiry`), holds the money for now (`open`) or for good (`lost`), or is done (`closed`). */
export const disputeStates = ['inquiry', 'open', 'lost', 'closed'] as const;
export type DisputeState = (typeof disputeStates)[number];

export const warningKinds = ['early_fraud_warning', 'review'] as const;
export type WarningKind = (typeof warningKinds)[number];

/** Why the reading of a paid order must not be sent. */
export const holds = ['refund', 'withdrawal', ...warningKinds] as const;
export type Hold = (typeof holds)[number];

export const refundUnclear = 'Please enter how much to refund: more than 0';

/** Returns what is wrong with a typed refund; null if it is valid. @param amountMinor null when unreadable */
export function refundProblem(amountMinor: number | null, currency: string): string | null {
  if (amountMinor !== null && amountMinor > 0 && amountMinor % chargeStep(currency) === 0) return null;
  return `${refundUnclear}, with ${decimalsText(currency)}.`;
}
