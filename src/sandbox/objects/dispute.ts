import type Stripe from 'stripe';
import { newId } from '../ids.ts';

const secondsToAnswer = 7 * 24 * 3600;

/** Every kind of evidence there is, empty. */
export const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

export interface NewDispute {
  charge: Stripe.Charge;
  /** An inquiry only asks; a chargeback has taken the money. */
  kind: 'chargeback' | 'inquiry';
  reason: 'fraudulent' | 'product_not_received';
  created: number;
}

/** Visa's code for why the cardholder disputes. */
function networkReason({ kind, reason }: NewDispute): string {
  if (kind === 'inquiry') return '10';
  return reason === 'fraudulent' ? '10.4' : '13.1';
}

/** The cardholder's bank asks about a charge, or takes the whole of it back, and waits for evidence. */
export function buildDispute(from: NewDispute): Stripe.Dispute {
  const { charge, kind, reason, created } = from;
  const brand = charge.payment_method_details?.card?.brand ?? 'unknown';
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence, customer_name: charge.billing_details.name },
    evidence_details: {
      due_by: created + secondsToAnswer,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: kind, network: brand, network_reason_code: networkReason(from) },
      type: 'card',
    },
    reason,
    status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
  } satisfies Stripe.Dispute;
}
