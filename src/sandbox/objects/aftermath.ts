import type Stripe from 'stripe';
import { newId } from '../ids.ts';

/* What can become of a charge: refunds, disputes, and the warnings before them. */

const secondsToAnswer = 7 * 24 * 3600;

/** What the card network takes for a chargeback, in cents. */
const disputeFee = 1500;

export interface NewRefund {
  charge: Stripe.Charge;
  amount: number;
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  metadata: Record<string, string>;
  status: 'pending' | 'succeeded';
  created: number;
}

export function buildRefund({ charge, amount, reason, metadata, status, created }: NewRefund): Stripe.Refund {
  const refund: Partial<Stripe.Refund> = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    ...(status === 'pending' ? { pending_reason: 'processing' as const } : {}),
    reason,
    status,
  };
  return refund as Stripe.Refund;
}

export interface NewDispute {
  charge: Stripe.Charge;
  /** An inquiry only asks; a chargeback has taken the money. */
  kind: 'chargeback' | 'inquiry';
  reason: 'fraudulent' | 'product_not_received';
  created: number;
}

/** @returns a dispute in which the cardholder's bank asks about a charge, or takes the whole of it back */
export function buildDispute({ charge, kind, reason, created }: NewDispute): Stripe.Dispute {
  const brand = charge.payment_method_details?.card?.brand ?? 'unknown';
  const dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence: { uncategorized_text: null },
    evidence_details: {
      due_by: created + secondsToAnswer,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: { card: { brand, case_type: kind }, type: 'card' },
    reason,
    status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
  };
  return dispute as unknown as Stripe.Dispute;
}

/**
 * @returns the money of a chargeback as it leaves the account's balance with the fee, or comes back with it
 *   (https://docs.stripe.com/testing#evidence)
 */
export function buildDisputeTransaction(
  dispute: Stripe.Dispute,
  direction: 'withdrawn' | 'reinstated',
  created: number,
): Stripe.BalanceTransaction {
  const sign = direction === 'reinstated' ? 1 : -1;
  const transaction: Partial<Stripe.BalanceTransaction> = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: sign * dispute.amount,
    created,
    currency: dispute.currency,
    fee: -sign * disputeFee,
    net: sign * (dispute.amount + disputeFee),
    reporting_category: sign > 0 ? 'dispute_reversal' : 'dispute',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  };
  return transaction as Stripe.BalanceTransaction;
}

/** @returns the warning of the card's bank that it takes a payment for fraud */
export function buildEarlyFraudWarning(
  charge: Stripe.Charge,
  created: number,
): Stripe.Radar.EarlyFraudWarning {
  const warning: Partial<Stripe.Radar.EarlyFraudWarning> = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created,
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: String(charge.payment_intent),
  };
  return warning as Stripe.Radar.EarlyFraudWarning;
}

/** @returns a review: Radar asks a person to look at a payment */
export function buildReview(
  charge: Stripe.Charge,
  openedReason: 'rule' | 'manual',
  created: number,
): Stripe.Review {
  const review: Partial<Stripe.Review> = {
    id: newId('prv'),
    object: 'review',
    charge: charge.id,
    closed_reason: null,
    created,
    livemode: false,
    open: true,
    opened_reason: openedReason,
    payment_intent: String(charge.payment_intent),
    reason: openedReason,
  };
  return review as Stripe.Review;
}
