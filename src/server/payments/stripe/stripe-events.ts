import Stripe from 'stripe';
import { z } from 'zod';
import { seconds } from '../../../shared/durations.ts';
import type { PaymentEvent } from '../../base/payment-gateway.ts';
import { type WebhookFault, WebhookRefused } from '../../base/webhook-watch.ts';

/** The events of our webhook endpoint (https://docs.stripe.com/api/events/types). */
export const handledEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'review.opened',
  'review.closed',
] as const;

export const metadataKeys = {
  service: 'service',
  orderId: 'order_id',
  orderNumber: 'order_number',
  refundId: 'refund_id',
} as const;

const signatureToleranceSeconds = 300;

/** Reads a webhook call. @throws {WebhookRefused} if Stripe did not sign it, or too long ago */
export function readSignedEvent(
  { webhooks }: Stripe,
  {
    rawBody,
    signature,
    secret,
    now,
    serviceId,
  }: {
    rawBody: string;
    signature: string;
    secret: string;
    now: number;
    serviceId: string;
  },
): PaymentEvent {
  try {
    const tolerance = signatureToleranceSeconds;
    return toEvent(webhooks.constructEvent(rawBody, signature, secret, tolerance, undefined, now), serviceId);
  } catch (error) {
    throw new WebhookRefused(faultOf(error));
  }
}

function faultOf(error: unknown): WebhookFault {
  if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return 'unreadable';
  if (/outside the tolerance/.test(error.message)) return 'old';
  return /matching the expected signature/.test(error.message) ? 'foreign' : 'unsigned';
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

/** Converts Stripe's event to ours. @throws {z.ZodError} for data that is not an event */
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

/** Returns whether this service began the payment; null if the event does not contain that, as older ones do not. */
function isMarked(
  { object, metadata }: z.infer<typeof eventSchema>['data']['object'],
  serviceId: string,
): boolean | null {
  if (object !== 'payment_intent' && object !== 'charge') return null;
  if (metadata?.[metadataKeys.service] === serviceId) return true;
  return metadata?.[metadataKeys.orderId] === undefined ? false : null;
}
