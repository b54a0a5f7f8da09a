import type Stripe from 'stripe';
import { seconds } from '../../../shared/durations.ts';
import { disputeStatuses, isRefundLost, refundStatuses } from '../../../shared/orders/money-states.ts';
import { DomainError } from '../../base/domain-error.ts';
import type {
  Payment,
  PaymentDispute,
  PaymentGateway,
  PaymentRefund,
  PaymentScope,
  PaymentWarning,
} from '../../base/payment-gateway.ts';
import {
  callStripe,
  createStripeClient,
  isMissing,
  isRefusal,
  isStripeCode,
  type StripeAccess,
  toDomainError,
} from './stripe-client.ts';
import { handledEvents, metadataKeys, readSignedEvent, toEvent } from './stripe-events.ts';

interface StripeOptions extends StripeAccess {
  webhookSecret: string;
  serviceId: string;
  billingDescriptor: () => string;
  now?: () => number;
}

interface RelatedObjects {
  refunds: Stripe.Refund[] | null;
  disputes: Stripe.Dispute[] | null;
  warnings: Stripe.Radar.EarlyFraudWarning[] | null;
  review: Stripe.Review | null;
}

const limit = 100;

export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const { serviceId, now = Date.now } = options;
  const stripe = createStripeClient(options);
  const expand = ['latest_charge'];
  let lastAsked = 0;

  /** Returns the time of a request, later than that of every earlier request. */
  function requestTime(): number {
    lastAsked = Math.max(lastAsked + 1, now());
    return lastAsked;
  }

  async function askFor(request: () => Promise<Stripe.PaymentIntent>): Promise<Payment> {
    const askedAt = requestTime();
    const intent = await callStripe(request);
    return complete(intent, 'payment', askedAt);
  }

  function complete(intent: Stripe.PaymentIntent, scope: PaymentScope, askedAt: number) {
    return callStripe(async () =>
      toPayment(intent, await findCircumstances(intent, scope), { serviceId, askedAt }),
    );
  }

  async function findCircumstances(
    intent: Stripe.PaymentIntent,
    scope: PaymentScope,
  ): Promise<RelatedObjects> {
    const charge = chargeOf(intent);
    const isWhole = scope === 'everything';
    if (!charge?.paid) return { refunds: null, disputes: null, warnings: null, review: null };
    const [refunds, disputes, warnings, review] = await Promise.all([
      charge.amount_refunded > 0 || scope !== 'payment'
        ? allOf(charge, (filter) => stripe.refunds.list(filter))
        : null,
      charge.disputed || isWhole ? allOf(charge, (filter) => stripe.disputes.list(filter)) : null,
      isWhole ? allOf(charge, (filter) => stripe.radar.earlyFraudWarnings.list(filter)) : null,
      isWhole && typeof intent.review === 'string' ? stripe.reviews.retrieve(intent.review) : null,
    ]);
    return { refunds, disputes, warnings, review };
  }

  const asItIs = (id: string) => (error: unknown) => {
    if (!isStripeCode(error, 'payment_intent_unexpected_state')) throw error;
    return stripe.paymentIntents.retrieve(id, { expand });
  };

  return {
    openPayment: ({ amountMinor, currency, idempotencyKey }) =>
      askFor(() =>
        stripe.paymentIntents.create(
          {
            amount: amountMinor,
            currency,
            allowed_payment_method_types: ['card'],
            metadata: { [metadataKeys.service]: serviceId },
          },
          { idempotencyKey },
        ),
      ),
    async findPayment(id, scope = 'payment') {
      const askedAt = requestTime();
      const intent = await callStripe(() =>
        stripe.paymentIntents.retrieve(id, { expand }).catch(nullIfMissing),
      );
      return intent && complete(intent, scope, askedAt);
    },
    async findPaymentId(chargeId) {
      const charge = await callStripe(() => stripe.charges.retrieve(chargeId).catch(nullIfMissing));
      const intent = charge?.payment_intent ?? null;
      return typeof intent === 'string' ? intent : (intent?.id ?? null);
    },
    attachOrder(id, order) {
      // Never contains the question, the background, a name or an address.
      const params = {
        metadata: { [metadataKeys.orderId]: order.id, [metadataKeys.orderNumber]: order.orderNumber },
        description: `Order ${order.orderNumber}`,
        statement_descriptor_suffix: options.billingDescriptor(),
        expand,
      };
      return askFor(() => stripe.paymentIntents.update(id, params).catch(asItIs(id)));
    },
    changeAmount: (id, { amountMinor, currency }) =>
      askFor(() => stripe.paymentIntents.update(id, { amount: amountMinor, currency, expand })),
    cancelPayment: (id) => askFor(() => stripe.paymentIntents.cancel(id, { expand }).catch(asItIs(id))),
    async refundPayment({ id, amountMinor, ourId, idempotencyKey }) {
      const params = {
        payment_intent: id,
        amount: amountMinor,
        metadata: { [metadataKeys.service]: serviceId, [metadataKeys.refundId]: ourId },
      };
      return toRefund(
        await callStripe(() => stripe.refunds.create(params, { idempotencyKey }).catch(refuseRefund)),
      );
    },
    async *listPayments(since) {
      // For all pages: an answer that comes while they are read is newer.
      const askedAt = requestTime();
      const list = stripe.paymentIntents.list({
        created: { gte: Math.floor(since / seconds(1)) },
        limit,
        expand: expand.map((member) => `data.${member}`),
      });
      for await (const intent of entriesOf(list)) {
        yield complete(intent, 'payment', askedAt);
      }
    },
    async *listEvents(since) {
      const list = stripe.events.list({
        created: { gte: Math.floor(since / seconds(1)) },
        types: [...handledEvents],
        limit,
      });
      for await (const event of entriesOf(list)) yield toEvent(event, serviceId);
    },
    readEvent: (rawBody, signature) =>
      readSignedEvent(stripe, {
        ...{ rawBody, signature, serviceId, secret: options.webhookSecret, now: now() },
      }),
  };
}

async function* entriesOf<T>(list: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* list;
  } catch (error) {
    throw toDomainError(error);
  }
}

/** Returns a charge's entries of a list; null if the provider has no such list. */
async function allOf<T extends { id: string; charge: string | Stripe.Charge | null }>(
  charge: Stripe.Charge,
  list: (filter: { charge: string; limit: number }) => Stripe.ApiListPromise<T>,
): Promise<T[] | null> {
  try {
    const found = await list({ charge: charge.id, limit }).autoPagingToArray({ limit: 1_000 });
    return found.filter(({ charge: of }) => (typeof of === 'string' ? of : of?.id) === charge.id);
  } catch (error) {
    if (isRefusal(error) && error.statusCode === 404) return null;
    throw error;
  }
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function refuseRefund(error: unknown): never {
  if (isRefusal(error)) {
    throw new DomainError('payment_conflict', `Stripe refuses the refund: ${error.message}`);
  }
  throw error;
}

/** Converts Stripe's payment. @param serviceId marks payments of this shop @param askedAt when it was requested */
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
function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
}

function toStatus(status: Stripe.PaymentIntent.Status): Payment['status'] {
  const settled = (['succeeded', 'canceled', 'processing'] as const).find((known) => known === status);
  return settled ?? 'open';
}

function toRefund(refund: Stripe.Refund): PaymentRefund {
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
