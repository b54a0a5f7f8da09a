import Stripe from 'stripe';
import { seconds } from '../../../shared/durations.ts';
import { DomainError } from '../../base/domain-error.ts';
import type { Payment, PaymentGateway, PaymentScope } from '../../base/payment-gateway.ts';
import { type WebhookFault, WebhookRefused } from '../../base/webhook-watch.ts';
import { chargeOf, metadataKeys, type RelatedObjects, toEvent, toPayment, toRefund } from './from-stripe.ts';
import { handledEvents } from './handled-events.ts';
import {
  callStripe,
  createStripeClient,
  isMissing,
  isRefusal,
  isStripeCode,
  type StripeAccess,
  toDomainError,
} from './stripe-client.ts';

interface StripeOptions extends StripeAccess {
  webhookSecret: string;
  serviceId: string;
  billingDescriptor: () => string;
  now?: () => number;
}

const signatureToleranceSeconds = 300;

const limit = 100;

export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const { serviceId, now = Date.now } = options;
  const stripe = createStripeClient(options);
  const expand = ['latest_charge'];
  let lastAsked = 0;

  /** @returns the time of a request, later than that of every request before */
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
      // Never the question, the background, a name or an address.
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
    readEvent(rawBody, signature) {
      try {
        return toEvent(
          stripe.webhooks.constructEvent(
            rawBody,
            signature,
            options.webhookSecret,
            signatureToleranceSeconds,
            undefined,
            now(),
          ),
          serviceId,
        );
      } catch (error) {
        throw new WebhookRefused(faultOf(error));
      }
    },
  };
}

async function* entriesOf<T>(list: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* list;
  } catch (error) {
    throw toDomainError(error);
  }
}

function faultOf(error: unknown): WebhookFault {
  if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return 'unreadable';
  if (/outside the tolerance/.test(error.message)) return 'old';
  return /matching the expected signature/.test(error.message) ? 'foreign' : 'unsigned';
}

/** @returns a charge's entries of a list; null when the provider has no such list */
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
