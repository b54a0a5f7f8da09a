import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { apiVersion } from '../keys.ts';
import type { StoredObject } from '../store.ts';

/** What can happen, the object it happened to, and that object as it was where something changed. */
export interface Happening {
  type: Stripe.Event['type'];
  object: StoredObject;
  before?: StoredObject;
}

export interface EventOrigin {
  created: number;
  /** Null for what happens at the bank or at Stripe, without a request. */
  requestId: string | null;
  idempotencyKey: string | null;
}

/** @returns the members that a change has given another value, as they were */
function previousAttributes(before: object, after: object): Record<string, unknown> {
  const now = new Map<string, unknown>(Object.entries(after));
  const was = new Map<string, unknown>(Object.entries(before));
  const changed = [...new Set([...was.keys(), ...now.keys()])].filter(
    (member) => JSON.stringify(was.get(member)) !== JSON.stringify(now.get(member)),
  );
  return Object.fromEntries(changed.map((member) => [member, was.get(member) ?? null]));
}

/** @returns the event that tells of `happening`, with the object as it is now and `webhooks` deliveries to come */
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
  return event as Stripe.Event;
}
