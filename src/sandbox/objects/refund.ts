import type Stripe from 'stripe';
import { newId } from '../ids.ts';

export interface NewRefund {
  charge: Stripe.Charge;
  amount: number;
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  metadata: Record<string, string>;
  status: 'pending' | 'succeeded';
  created: number;
}

/** Money on its way back to the card. */
export function buildRefund(from: NewRefund): Stripe.Refund {
  const { charge, amount, reason, metadata, status, created } = from;
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', type: status === 'pending' ? 'pending' : 'refund' },
      type: 'card',
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(status === 'pending' ? { pending_reason: 'processing' as const } : {}),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}
