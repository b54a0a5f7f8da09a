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

/** A payment intent that waits for a payment method. */
export function buildPaymentIntent(from: NewIntent): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: from.allowedTypes,
    amount: from.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: from.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: from.captureMethod,
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: from.created,
    currency: from.currency,
    customer: null,
    customer_account: null,
    description: from.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: from.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: from.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: from.suffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}

/** The members that a publishable key may read: no metadata, nothing about the charge. */
const publicMembers = [
  'id',
  'object',
  'allowed_payment_method_types',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

/** A payment intent as the customer's browser sees it. */
export function publicIntent(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  return Object.fromEntries(publicMembers.map((member) => [member, intent[member]]));
}
