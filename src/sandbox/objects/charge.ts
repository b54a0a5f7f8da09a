import type Stripe from 'stripe';
import type { Params } from '../rest/params.ts';
import { newId } from '../store.ts';
import type { CardFacts, Decline } from './cards.ts';

/** An intent that is being paid with a card. */
export interface Attempt {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  authenticated: boolean;
  isRisky?: boolean;
}

/** @returns a card with the billing details given for it */
export function buildPaymentMethod(
  { brand, last4, fingerprint, expMonth, expYear }: CardFacts,
  { billing_details: billing, wallet }: Partial<NonNullable<Params<'confirmIntent'>['payment_method_data']>>,
  created: number,
): Stripe.PaymentMethod {
  const method = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, ...billing },
    card: {
      brand,
      country: 'US',
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint,
      funding: 'credit',
      last4,
      wallet: wallet ? { type: wallet, dynamic_last4: last4, [wallet]: {} } : null,
    },
    created,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  return method as Stripe.PaymentMethod;
}

export function declinedOutcome(decline: Decline): Stripe.Charge.Outcome {
  const outcome: Partial<Stripe.Charge.Outcome> = {
    network_status: 'declined_by_network',
    reason: decline.declineCode ?? decline.code,
    risk_level: 'normal',
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
  return outcome as Stripe.Charge.Outcome;
}

function approvedOutcome(isRisky: boolean): Stripe.Charge.Outcome {
  const outcome: Partial<Stripe.Charge.Outcome> = {
    network_status: 'approved_by_network',
    reason: isRisky ? 'elevated_risk_level' : null,
    risk_level: isRisky ? 'elevated' : 'normal',
    seller_message: isRisky ? 'Stripe evaluated this payment as having elevated risk.' : 'Payment complete.',
    type: isRisky ? 'manual_review' : 'authorized',
  };
  return outcome as Stripe.Charge.Outcome;
}

export function buildCharge(
  { intent, method, authenticated, isRisky = false }: Attempt,
  result: 'paid' | 'pending' | Decline,
  created: number,
): Stripe.Charge {
  const decline = typeof result === 'string' ? null : result;
  const paid = result === 'paid';
  const card = {
    ...method.card,
    network: method.card?.brand ?? null,
    three_d_secure: authenticated ? { authentication_flow: 'challenge', result: 'authenticated' } : null,
  } as Stripe.Charge.PaymentMethodDetails.Card;
  const charge: Partial<Stripe.Charge> = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: paid,
    created,
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    outcome: decline ? declinedOutcome(decline) : approvedOutcome(isRisky),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card, type: 'card' },
    receipt_email: intent.receipt_email,
    refunded: false,
    review: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : paid ? 'succeeded' : 'pending',
  };
  return charge as Stripe.Charge;
}
