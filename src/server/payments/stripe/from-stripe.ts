import type Stripe from 'stripe';
import { z } from 'zod';
import { seconds } from '../../../shared/durations.ts';
import { disputeStatuses, isRefundLost, refundStatuses } from '../../../shared/orders/money-states.ts';
import type {
  Payment,
  PaymentDispute,
  PaymentEvent,
  PaymentRefund,
  PaymentWarning,
} from '../../base/payment-gateway.ts';

export interface RelatedObjects {
  refunds: Stripe.Refund[] | null;
  disputes: Stripe.Dispute[] | null;
  warnings: Stripe.Radar.EarlyFraudWarning[] | null;
  review: Stripe.Review | null;
}

export const metadataKeys = {
  service: 'service',
  orderId: 'order_id',
  orderNumber: 'order_number',
  refundId: 'refund_id',
} as const;

export function toPayment(
  intent: Stripe.PaymentIntent,
  related: RelatedObjects,
  { serviceId, askedAt }: { serviceId: string; askedAt: number },
): Payment {
  const charge = chargeOf(intent);
  const refunds = (related.refunds ?? []).map(toRefund);
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: toStatus(intent.status),
    amountMinor: intent.amount,
    amountReceivedMinor: intent.amount_received,
    currency: intent.currency,
    orderId: intent.metadata[metadataKeys.orderId] ?? null,
    isMarked: intent.metadata[metadataKeys.service] === serviceId,
    isLive: intent.livemode,
    refundedMinor: refunds.length > 0 ? sumOf(refunds) : (charge?.amount_refunded ?? 0),
    refunds,
    isDisputed: charge?.disputed ?? false,
    disputes: related.disputes?.map(toDispute) ?? null,
    warnings: related.warnings && [
      ...related.warnings.map(toWarning),
      ...(related.review ? [toReview(related.review)] : []),
    ],
    declinedCard: intent.last_payment_error?.payment_method?.card?.fingerprint ?? null,
    askedAt,
  };
}

/** Sums the list, which is newer than the charge's own sum. */
function sumOf(refunds: PaymentRefund[]): number {
  const counted = refunds.filter((refund) => !isRefundLost(refund));
  return counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Returns the latest charge if the request expanded it, else null. */
export function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
}

function toStatus(status: Stripe.PaymentIntent.Status): Payment['status'] {
  const settled = (['succeeded', 'canceled', 'processing'] as const).find((known) => known === status);
  return settled ?? 'open';
}

export function toRefund(refund: Stripe.Refund): PaymentRefund {
  return {
    id: refund.id,
    amountMinor: refund.amount,
    status: refundStatuses.find((known) => known === refund.status) ?? 'pending',
    ourId: refund.metadata?.[metadataKeys.refundId] ?? null,
    failure: refund.failure_reason ?? null,
    createdAt: seconds(refund.created),
  };
}

function toDispute(dispute: Stripe.Dispute): PaymentDispute {
  const dueBy = dispute.evidence_details?.due_by;
  const transactions = dispute.balance_transactions ?? [];
  return {
    id: dispute.id,
    // A status of a later API version is treated as the gravest open one.
    status: disputeStatuses.find((known) => known === dispute.status) ?? 'needs_response',
    reason: dispute.reason,
    currency: dispute.currency,
    amountMinor: dispute.amount,
    // Withdrawn money is negative, returned money positive; of another currency's balance only the direction is known.
    withdrawnMinor: transactions.reduce(
      (taken, { amount, currency }) =>
        taken - (currency === dispute.currency ? amount : Math.sign(amount) * dispute.amount),
      0,
    ),
    // 0 when the bank accepts no answer (https://docs.stripe.com/api/disputes/object).
    dueAt: dueBy ? seconds(dueBy) : null,
    createdAt: seconds(dispute.created),
  };
}

function toWarning(warning: Stripe.Radar.EarlyFraudWarning): PaymentWarning {
  return {
    id: warning.id,
    kind: 'early_fraud_warning',
    reason: warning.fraud_type,
    isOpen: warning.actionable,
    createdAt: seconds(warning.created),
  };
}

function toReview(review: Stripe.Review): PaymentWarning {
  return {
    id: review.id,
    kind: 'review',
    reason: review.reason,
    isOpen: review.open,
    createdAt: seconds(review.created),
  };
}

const referenceSchema = z.union([z.string(), z.object({ id: z.string() })]).nullish();
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: z.int(),
  data: z.object({
    object: z.object({
      object: z.string().optional(),
      id: z.string().optional(),
      payment_intent: referenceSchema,
      charge: referenceSchema,
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});

/** Reads an event of Stripe. @throws {z.ZodError} for data that is not one */
export function toEvent(sent: unknown, serviceId: string): PaymentEvent {
  const event = eventSchema.parse(sent);
  const { object } = event.data;
  const own = object.id ?? null;
  return {
    id: event.id,
    type: event.type,
    paymentId: object.object === 'payment_intent' ? own : idOf(object.payment_intent),
    chargeId: object.object === 'charge' ? own : idOf(object.charge),
    isMarked: isMarked(object, serviceId),
    createdAt: seconds(event.created),
  };
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

/** @returns whether this service began the payment; null when the event does not say it, as before payments were marked */
function isMarked(
  { object, metadata }: z.infer<typeof eventSchema>['data']['object'],
  serviceId: string,
): boolean | null {
  if (object !== 'payment_intent' && object !== 'charge') return null;
  if (metadata?.[metadataKeys.service] === serviceId) return true;
  return metadata?.[metadataKeys.orderId] === undefined ? false : null;
}
