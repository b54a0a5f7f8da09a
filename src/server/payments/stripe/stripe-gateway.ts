import type Stripe from 'stripe';
import { seconds } from '../../../shared/durations.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Payment, PaymentEvent, PaymentGateway } from '../../context/payment-gateway.ts';
import {
  ask,
  createStripeClient,
  isMissing,
  isRefusal,
  isStripeCode,
  type StripeAccess,
  toDomainError,
} from './stripe-client.ts';

interface StripeOptions extends StripeAccess {
  webhookSecret: string;
  /** Milliseconds, by which a webhook is too old; Date.now unless given. */
  now?: () => number;
}

/** How old a webhook's signature may be, in seconds: Stripe's own recommendation. */
const signatureToleranceSeconds = 300;

/** Takes payments through Stripe, or through whatever speaks its API at `apiBase`. */
export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const stripe = createStripeClient(options);
  const expand = ['latest_charge'];
  /** It can no longer be changed: paid meanwhile, or canceled. */
  const asItIs = (id: string) => (error: unknown) => {
    if (!isStripeCode(error, 'payment_intent_unexpected_state')) throw error;
    return stripe.paymentIntents.retrieve(id, { expand });
  };
  return {
    async openPayment({ amountCents, idempotencyKey }) {
      const intent = await ask(() =>
        stripe.paymentIntents.create(
          { amount: amountCents, currency: 'usd', allowed_payment_method_types: ['card'] },
          { idempotencyKey },
        ),
      );
      return toPayment(intent);
    },
    async findPayment(id) {
      const intent = await ask(() => stripe.paymentIntents.retrieve(id, { expand }).catch(nullIfMissing));
      return intent && toPayment(intent);
    },
    async attachOrder(id, orderId) {
      // Only the order's id leaves the house: never the question, the background or a name.
      const params = { metadata: { order_id: orderId }, expand };
      const intent = await ask(() => stripe.paymentIntents.update(id, params).catch(asItIs(id)));
      return toPayment(intent);
    },
    async changeAmount(id, amountCents) {
      return toPayment(await ask(() => stripe.paymentIntents.update(id, { amount: amountCents, expand })));
    },
    async cancelPayment(id) {
      return toPayment(await ask(() => stripe.paymentIntents.cancel(id, { expand }).catch(asItIs(id))));
    },
    async refundPayment({ id, amountCents, idempotencyKey }) {
      const refund = await ask(() =>
        stripe.refunds
          .create({ payment_intent: id, amount: amountCents }, { idempotencyKey })
          .catch(refuseRefund),
      );
      const payment = toPayment(await ask(() => stripe.paymentIntents.retrieve(id, { expand })));
      return { id: refund.id, status: refund.status ?? 'pending', payment };
    },
    async *listPayments(since) {
      const created = { gte: Math.floor(since / seconds(1)) };
      const list = stripe.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'] });
      try {
        for await (const intent of list) yield toPayment(intent);
      } catch (error) {
        throw toDomainError(error);
      }
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
            options.now?.(),
          ),
        );
      } catch {
        throw new DomainError('invalid_request', "The signature is missing, too old or not Stripe's.");
      }
    },
  };
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** Stripe says why: the charge is disputed, already refunded, or smaller than that. */
function refuseRefund(error: unknown): never {
  if (isRefusal(error)) {
    throw new DomainError('payment_conflict', `Stripe refuses the refund: ${error.message}`);
  }
  throw error;
}

function toPayment(intent: Stripe.PaymentIntent): Payment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: toStatus(intent.status),
    amountCents: intent.amount,
    amountReceivedCents: intent.amount_received,
    currency: intent.currency,
    orderId: intent.metadata.order_id ?? null,
    isLive: intent.livemode,
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
    declinedCard: intent.last_payment_error?.payment_method?.card?.fingerprint ?? null,
  };
}

function toStatus(status: Stripe.PaymentIntent.Status): Payment['status'] {
  const settled = (['succeeded', 'canceled', 'processing'] as const).find((known) => known === status);
  return settled ?? 'open';
}

/** Finds the payment that an event of any type is about. */
function toEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as {
    object?: string;
    id?: string;
    payment_intent?: string | { id: string } | null;
  };
  const related = object.payment_intent;
  const paymentId =
    object.object === 'payment_intent' ? object.id : typeof related === 'string' ? related : related?.id;
  return { id: event.id, type: event.type, paymentId: paymentId ?? null };
}
