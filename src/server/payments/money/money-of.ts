import {
  type DisputeState,
  type DisputeStatus,
  type Hold,
  warningKinds,
} from '../../../shared/orders/money-states.ts';
import type { PaymentStatus } from '../../../shared/orders/order-status.ts';
import type { PaymentDispute, PaymentRefund, PaymentWarning } from '../../context/payment-gateway.ts';

/** Everything that is known of the money that came for an order. */
export interface MoneyFacts {
  receivedCents: number;
  /** What went back and what is on its way back, as the provider sums it up. */
  refundedCents: number;
  refunds: Pick<PaymentRefund, 'amountCents' | 'status'>[];
  /** Whether the payment was ever disputed, for callers that could not ask what became of it. */
  isDisputed: boolean;
  disputes: Pick<PaymentDispute, 'status'>[];
  warnings: (Pick<PaymentWarning, 'kind' | 'isOpen'> & { isDismissed: boolean })[];
  /** Whether its customer has withdrawn: it is to go back. */
  isWithdrawn?: boolean;
}

/** What that comes to. */
export interface Money {
  paymentStatus: Extract<PaymentStatus, 'paid' | 'partially_refunded' | 'refunded' | 'disputed'>;
  /** What went back. */
  refundedCents: number;
  /** What is on its way back and can still fail. */
  refundingCents: number;
  dispute: DisputeState | null;
  /** Why the reading must not leave, although the money is there. */
  hold: Hold | null;
}

/**
 * What an order's money is: the one place that decides it (docs/product.md §4). In which order the facts became
 * known does not matter.
 */
export function moneyOf(facts: MoneyFacts): Money {
  const underWay = sum(facts.refunds.filter(isUnderWay));
  const refundedCents = Math.max(0, facts.refundedCents - underWay);
  const refundingCents = facts.refundedCents - refundedCents;
  const dispute = disputeOf(facts);
  return {
    paymentStatus: paymentStatusOf(facts.receivedCents, refundedCents, dispute),
    refundedCents,
    refundingCents,
    dispute,
    hold: holdOf(facts),
  };
}

/** What each status of a dispute means for the order, the gravest first. */
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
  receivedCents: number,
  refundedCents: number,
  dispute: DisputeState | null,
): Money['paymentStatus'] {
  if (dispute === 'open' || dispute === 'lost') return 'disputed';
  if (refundedCents === 0) return 'paid';
  return refundedCents >= receivedCents ? 'refunded' : 'partially_refunded';
}

function holdOf({ receivedCents, refundedCents, refunds, warnings, isWithdrawn }: MoneyFacts): Hold | null {
  if (refundedCents >= receivedCents && refunds.some(isUnderWay)) return 'refund';
  // A free order has no money to refund, but a withdrawal stops its reading all the same.
  if (isWithdrawn && (refundedCents < receivedCents || receivedCents === 0)) return 'withdrawal';
  const undecided = warnings.filter(({ isOpen, isDismissed }) => isOpen && !isDismissed);
  return warningKinds.find((kind) => undecided.some((warning) => warning.kind === kind)) ?? null;
}

function isUnderWay({ status }: Pick<PaymentRefund, 'status'>): boolean {
  return status === 'pending' || status === 'requires_action';
}

function sum(refunds: Pick<PaymentRefund, 'amountCents'>[]): number {
  return refunds.reduce((total, { amountCents }) => total + amountCents, 0);
}

/**
 * @returns how many cents can still be given back: nothing that a bank has taken back, and nothing twice. While a
 *   bank only asks, a refund is possible, and the best answer.
 */
export function refundableCents(facts: MoneyFacts): number {
  const { dispute } = moneyOf(facts);
  return dispute === 'open' || dispute === 'lost' ? 0 : facts.receivedCents - facts.refundedCents;
}

/** @returns what is left of an order's money, in cents; what is on its way back is still a part of it */
export function leftOf(order: {
  amountCents: number;
  receivedCents: number | null;
  refundedCents: number;
}): number {
  return (order.receivedCents ?? order.amountCents) - order.refundedCents;
}
