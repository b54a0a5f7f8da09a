import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { BillingParams } from '../rest/params.ts';
import type { CardFacts, Decline } from './cards.ts';

type WalletName = 'apple_pay' | 'google_pay';

/** @returns a card with the billing details given for it */
export function buildPaymentMethod(
  card: CardFacts,
  billing: BillingParams | undefined,
  created: number,
  wallet: WalletName | null = null,
): Stripe.PaymentMethod {
  const method = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, ...billing },
    card: {
      brand: card.brand,
      country: 'US',
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: 'credit',
      last4: card.last4,
      wallet: wallet && { type: wallet, dynamic_last4: card.last4, [wallet]: {} },
    },
    created,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  return method as Stripe.PaymentMethod;
}

export interface NewCharge {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  created: number;
  /** Paid, on its way through the bank, or declined. */
  result: 'paid' | 'pending' | Decline;
  /** Radar takes it for risky, and a person is to look at it. */
  isRisky?: boolean;
  /** The customer went through 3-D Secure. */
  authenticated: boolean;
}

/** @returns why an attempt was declined */
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

/** @returns one attempt to take the intent's amount from a card, with the members that a card payment needs */
export function buildCharge(from: NewCharge): Stripe.Charge {
  const { intent, method, result, authenticated, isRisky = false } = from;
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
    created: from.created,
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
