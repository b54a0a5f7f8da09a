import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { apiVersion } from '../keys.ts';

/** The object of each kind of event. */
interface Subjects {
  'payment_intent.created': Stripe.PaymentIntent;
  'payment_intent.processing': Stripe.PaymentIntent;
  'payment_intent.succeeded': Stripe.PaymentIntent;
  'payment_intent.payment_failed': Stripe.PaymentIntent;
  'payment_intent.canceled': Stripe.PaymentIntent;
  'payment_intent.requires_action': Stripe.PaymentIntent;
  'charge.pending': Stripe.Charge;
  'charge.succeeded': Stripe.Charge;
  'charge.failed': Stripe.Charge;
  'charge.refunded': Stripe.Charge;
  'refund.created': Stripe.Refund;
  'refund.updated': Stripe.Refund;
  'refund.failed': Stripe.Refund;
  'charge.refund.updated': Stripe.Refund;
  'charge.dispute.created': Stripe.Dispute;
  'charge.dispute.updated': Stripe.Dispute;
  'charge.dispute.closed': Stripe.Dispute;
  'charge.dispute.funds_withdrawn': Stripe.Dispute;
  'charge.dispute.funds_reinstated': Stripe.Dispute;
  'radar.early_fraud_warning.created': Stripe.Radar.EarlyFraudWarning;
  'radar.early_fraud_warning.updated': Stripe.Radar.EarlyFraudWarning;
  'review.opened': Stripe.Review;
  'review.closed': Stripe.Review;
}

/** What can happen, the object it happened to, and that object as it was where something changed. */
export type Happening = {
  [T in keyof Subjects]: { type: T; object: Subjects[T]; before?: Subjects[T] };
}[keyof Subjects];

export interface EventOrigin {
  created: number;
  /** Null for what happens at the bank or at Stripe, without a request. */
  requestId: string | null;
  idempotencyKey: string | null;
}

/** The members that a change has given another value, as they were. */
function previousAttributes(before: object, after: object): Record<string, unknown> {
  const now = new Map<string, unknown>(Object.entries(after));
  const was = new Map<string, unknown>(Object.entries(before));
  const changed = [...new Set([...was.keys(), ...now.keys()])].filter(
    (member) => JSON.stringify(was.get(member)) !== JSON.stringify(now.get(member)),
  );
  return Object.fromEntries(changed.map((member) => [member, was.get(member) ?? null]));
}

/** The event that tells of `happening`, with the object as it is now and `webhooks` deliveries to come. */
export function buildEvent(happening: Happening, origin: EventOrigin, webhooks: number): Stripe.Event {
  const { type, object, before } = happening;
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: origin.created,
    data: { object, ...(before ? { previous_attributes: previousAttributes(before, object) } : {}) },
    livemode: false,
    pending_webhooks: webhooks,
    request: { id: origin.requestId, idempotency_key: origin.idempotencyKey },
    type,
  };
  // `Happening` has paired the type with its object; a union of types cannot say so a second time.
  return event as Stripe.Event;
}
