import type Stripe from 'stripe';
import { buildPaymentIntent } from '../objects/payment-intent.ts';
import { invalidRequest, resourceMissing, unexpectedState } from '../rest/errors.ts';
import { mergeMetadata, type Params } from '../rest/params.ts';
import type { Work } from './context.ts';

const smallestAmount = 50;
const largestAmount = 99_999_999;

/** Read with the first payment: what Node knows of languages takes 9 MB once it is asked. */
let currencies: Set<string> | undefined;

/** @throws ApiError 400 for an amount or a currency that cannot be charged */
export function checkAmount(amount: number, currency: string): void {
  currencies ??= new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
  if (!currencies.has(currency)) {
    throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
  }
  if (amount < smallestAmount) {
    throw invalidRequest(`Amount must be at least 50 cents (or the like in ${currency}).`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > largestAmount) {
    const message = 'Amount must be no more than 99999999.';
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' });
  }
}

/** @throws ApiError 404 */
export function findIntent(work: Work, id: string, param = 'intent'): Stripe.PaymentIntent {
  const intent = work.store.get('payment_intent', id);
  if (!intent) throw resourceMissing('payment_intent', id, param);
  return intent;
}

/**
 * What is paid, canceled or on its way through the bank can be neither changed, paid nor canceled.
 * @throws ApiError 400 with the intent
 */
export function requireUnfinished(intent: Stripe.PaymentIntent, verb: string): void {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpectedState(intent, verb);
}

/** Creates a payment intent; cards only, automatic capture. */
export function createIntent(work: Work, params: Params<'createIntent'>): Stripe.PaymentIntent {
  checkAmount(params.amount, params.currency);
  const types = params.allowed_payment_method_types ?? null;
  if (types && !types.includes('card')) {
    throw invalidRequest('The sandbox can pay by card only.', { param: 'allowed_payment_method_types' });
  }
  const intent = buildPaymentIntent({
    amount: params.amount,
    currency: params.currency,
    created: work.seconds,
    metadata: mergeMetadata({}, params.metadata),
    allowedTypes: types,
    automatic: types ? null : { allow_redirects: 'always', enabled: true },
    captureMethod: 'automatic_async',
    description: params.description || null,
    receiptEmail: params.receipt_email || null,
    suffix: params.statement_descriptor_suffix ?? null,
  });
  work.store.put(intent);
  work.tell({ type: 'payment_intent.created', object: intent });
  return intent;
}

/** Changes an intent that is not finished. A new amount takes back an authentication that was asked for the old one. */
export function updateIntent(work: Work, id: string, params: Params<'updateIntent'>): Stripe.PaymentIntent {
  const intent = findIntent(work, id);
  requireUnfinished(intent, 'update');
  const amount = params.amount ?? intent.amount;
  checkAmount(amount, intent.currency);
  const updated: Stripe.PaymentIntent = {
    ...intent,
    ...(amount !== intent.amount && intent.status === 'requires_action'
      ? { status: 'requires_payment_method', next_action: null, payment_method: null }
      : {}),
    amount,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    description: params.description ?? intent.description,
    receipt_email: params.receipt_email ?? intent.receipt_email,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
  };
  work.store.put(updated);
  return updated;
}

/** Cancels an intent that has not been paid. */
export function cancelIntent(work: Work, id: string): Stripe.PaymentIntent {
  const intent = findIntent(work, id);
  requireUnfinished(intent, 'cancel');
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: work.seconds,
    next_action: null,
  };
  work.store.put(canceled);
  work.tell({ type: 'payment_intent.canceled', object: canceled });
  return canceled;
}
