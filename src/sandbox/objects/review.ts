import type Stripe from 'stripe';
import { newId } from '../ids.ts';

/** Radar asks a person to look at a payment. */
export function buildReview(
  charge: Stripe.Charge,
  openedReason: 'rule' | 'manual',
  created: number,
): Stripe.Review {
  return {
    id: newId('prv'),
    object: 'review',
    billing_zip: charge.billing_details.address?.postal_code ?? null,
    charge: charge.id,
    closed_reason: null,
    created,
    ip_address: null,
    ip_address_location: null,
    livemode: false,
    open: true,
    opened_reason: openedReason,
    ...(typeof charge.payment_intent === 'string' ? { payment_intent: charge.payment_intent } : {}),
    reason: openedReason,
    session: null,
  } satisfies Stripe.Review;
}
