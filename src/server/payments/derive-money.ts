import {
  type DisputeState,
  type DisputeStatus,
  type Hold,
  warningKinds,
} from '../../shared/orders/money-states.ts';
import type { PaymentStatus } from '../../shared/orders/order-status.ts';
import type { PaymentDispute, PaymentWarning } from '../base/payment-gateway.ts';
import type { RefundRow } from './money-repository.ts';

export interface MoneyFacts {
  receivedMinor: number;
  refundedMinor: number;
  refunds: Pick<RefundRow, 'amountMinor' | 'status'>[];
  /** Whether the payment was ever disputed, for callers that did not fetch the disputes. */
  isDisputed: boolean;
  disputes: Pick<PaymentDispute, 'status'>[];
  warnings: (Pick<PaymentWarning, 'kind' | 'isOpen'> & { isDismissed: boolean })[];
  isWithdrawn?: boolean;
}

/** Derives an order's payment status, refunds and hold from facts in any order of arrival (docs/product.md §4). */
export function deriveMoney(facts: MoneyFacts) {
  const underWay = facts.refunds.filter(isUnderWay).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const refundedMinor = Math.max(0, facts.refundedMinor - underWay);
  const dispute = disputeOf(facts);
  return {
    paymentStatus: paymentStatusOf(facts.receivedMinor, refundedMinor, dispute),
    refundedMinor,
    /** The part that is being refunded, which can still fail. */
    refundingMinor: facts.refundedMinor - refundedMinor,
    dispute,
    hold: holdOf(facts),
  };
}

const meanings: [DisputeState, readonly DisputeStatus[]][] = [
  ['lost', ['lost']],
  ['open', ['needs_response', 'under_review']],
  ['inquiry', ['warning_needs_response', 'warning_under_review']],
  ['closed', ['won', 'warning_closed', 'prevented']],
];

/** A payment can be disputed several times: the gravest counts. */
function disputeOf({ disputes, isDisputed }: MoneyFacts): DisputeState | null {
  const found = meanings.find(([, statuses]) => disputes.some(({ status }) => statuses.includes(status)));
  return found?.[0] ?? (isDisputed ? 'open' : null);
}

function paymentStatusOf(
  receivedMinor: number,
  refundedMinor: number,
  dispute: DisputeState | null,
): Extract<PaymentStatus, 'paid' | 'partially_refunded' | 'refunded' | 'disputed'> {
  if (dispute === 'open' || dispute === 'lost') return 'disputed';
  if (refundedMinor === 0) return 'paid';
  return refundedMinor >= receivedMinor ? 'refunded' : 'partially_refunded';
}

function holdOf({ receivedMinor, refundedMinor, refunds, warnings, isWithdrawn }: MoneyFacts): Hold | null {
  if (refundedMinor >= receivedMinor && refunds.some(isUnderWay)) return 'refund';
  // A free order has no money to refund, but a withdrawal stops its reading all the same.
  if (isWithdrawn && (refundedMinor < receivedMinor || receivedMinor === 0)) return 'withdrawal';
  const undecided = warnings.filter(({ isOpen, isDismissed }) => isOpen && !isDismissed);
  return warningKinds.find((kind) => undecided.some((warning) => warning.kind === kind)) ?? null;
}

function isUnderWay({ status }: Pick<RefundRow, 'status'>): boolean {
  return status === 'pending' || status === 'requires_action';
}

/** Returns how many minor units can be refunded: 0 if a bank took the payment back; an inquiry changes nothing. */
export function refundableMinor(facts: MoneyFacts): number {
  const { dispute } = deriveMoney(facts);
  return dispute === 'open' || dispute === 'lost' ? 0 : facts.receivedMinor - facts.refundedMinor;
}

/** Returns an order's minor units not refunded yet, without subtracting pending refunds. */
export function remainingMinor(order: {
  amountMinor: number;
  receivedMinor: number | null;
  refundedMinor: number;
}): number {
  return (order.receivedMinor ?? order.amountMinor) - order.refundedMinor;
}
