import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { Decline } from './cards.ts';

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

/** What the card network said of an attempt that it did not turn down. */
export function approvedOutcome(isRisky: boolean): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: 'approved_by_network',
    ...(isRisky
      ? {
          reason: 'elevated_risk_level',
          risk_level: 'elevated',
          seller_message: 'Stripe evaluated this payment as having elevated risk.',
          type: 'manual_review',
        }
      : { reason: null, risk_level: 'normal', seller_message: 'Payment complete.', type: 'authorized' }),
  };
}

/** Why an attempt was turned down. */
export function declinedOutcome(decline: Decline): Stripe.Charge.Outcome {
  return {
    advice_code: decline.declineCode === 'generic_decline' ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: '01',
    network_status: 'declined_by_network',
    reason: decline.declineCode ?? decline.code,
    risk_level: 'normal',
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

function cardDetails({ intent, method, authenticated }: NewCharge): Stripe.Charge.PaymentMethodDetails.Card {
  const card = method.card;
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    electronic_commerce_indicator: null,
    exp_month: card?.exp_month ?? 0,
    exp_year: card?.exp_year ?? 0,
    extended_authorization: { status: 'disabled' },
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card?.brand ?? null,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}

/** One attempt to take the intent's amount from a card: succeeded, or failed with the decline. */
export function buildCharge(from: NewCharge): Stripe.Charge {
  const { intent, method, result, isRisky = false } = from;
  const decline = typeof result === 'string' ? null : result;
  const paid = result === 'paid';
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor_suffix,
    captured: paid,
    created: from.created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: decline ? declinedOutcome(decline) : approvedOutcome(isRisky),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(from), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : paid ? 'succeeded' : 'pending',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}
