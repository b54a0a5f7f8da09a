import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { apiVersion } from '../keys.ts';

/** What can happen, and the object it happened to. */
export type Happening =
  | {
      type:
        | 'payment_intent.created'
        | 'payment_intent.succeeded'
        | 'payment_intent.payment_failed'
        | 'payment_intent.canceled'
        | 'payment_intent.requires_action';
      object: Stripe.PaymentIntent;
    }
  | { type: 'charge.succeeded' | 'charge.failed' | 'charge.refunded'; object: Stripe.Charge }
  | { type: 'charge.dispute.created'; object: Stripe.Dispute }
  | { type: 'refund.created'; object: Stripe.Refund };

export interface EventOrigin {
  created: number;
  requestId: string;
  idempotencyKey: string | null;
}

/** The event that tells of `happening`, with the object as it is now and one webhook to deliver. */
export function buildEvent(happening: Happening, origin: EventOrigin): Stripe.Event {
  const base = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: apiVersion,
    created: origin.created,
    livemode: false,
    pending_webhooks: 1,
    request: { id: origin.requestId, idempotency_key: origin.idempotencyKey },
  };
  // One branch per object: only then can the compiler see that type and object belong together.
  switch (happening.type) {
    case 'charge.dispute.created':
      return { ...base, type: happening.type, data: { object: happening.object } } satisfies Stripe.Event;
    case 'refund.created':
      return { ...base, type: happening.type, data: { object: happening.object } } satisfies Stripe.Event;
    case 'charge.succeeded':
    case 'charge.failed':
    case 'charge.refunded':
      return { ...base, type: happening.type, data: { object: happening.object } } satisfies Stripe.Event;
    default:
      return { ...base, type: happening.type, data: { object: happening.object } } satisfies Stripe.Event;
  }
}
