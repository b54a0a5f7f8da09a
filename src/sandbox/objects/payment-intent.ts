import type Stripe from 'stripe';
import { newId, randomText } from '../ids.ts';

export interface NewIntent {
  amount: number;
  currency: string;
  created: number;
  metadata: Record<string, string>;
  allowedTypes: string[] | null;
  automatic: { enabled: boolean; allow_redirects?: 'always' | 'never' } | null;
  captureMethod: 'automatic' | 'automatic_async';
  description: string | null;
  receiptEmail: string | null;
  suffix: string | null;
}

/** @returns a payment intent that waits for a payment method, with the members that a card payment needs */
export function buildPaymentIntent(from: NewIntent): Stripe.PaymentIntent {
  const id = newId('pi');
  const intent: Partial<Stripe.PaymentIntent> = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: from.allowedTypes,
    amount: from.amount,
    amount_received: 0,
    automatic_payment_methods: from.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: from.captureMethod,
    client_secret: `${id}_secret_${randomText()}`,
    created: from.created,
    currency: from.currency,
    description: from.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: from.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    processing: null,
    receipt_email: from.receiptEmail,
    review: null,
    statement_descriptor_suffix: from.suffix,
    status: 'requires_payment_method',
  };
  return intent as Stripe.PaymentIntent;
}

/** @returns a payment intent as a publishable key may read it: without metadata and anything about the charge */
export function publicIntent(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  const { metadata, latest_charge, amount_received, review, statement_descriptor_suffix, ...seen } = intent;
  return seen;
}
