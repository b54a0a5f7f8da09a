import type Stripe from 'stripe';
import { currencies, minimumChargeMinor } from '../../shared/currencies.ts';
import { chargeStep, maximumChargeMinor } from '../../shared/money.ts';
import { invalidRequest, unexpectedState } from './api-errors.ts';
import { mergeMetadata, type Params } from './params.ts';
import { newObject, type RequestContext } from './request-context.ts';

/** About 0.50 US dollars, into which the sandbox converts. Prices in these currencies are easily too low. */
const convertedMinimums: Record<string, number> = {
  ...{ krw: 700, twd: 1600, vnd: 13_000, clp: 500, idr: 800_000, cop: 200_000, try: 2000 },
};

/** @throws {StripeApiError} for an unknown currency, and an amount too small, too large, or not in whole steps */
export function checkAmount(amount: number, currency: string): void {
  if (!currencies.includes(currency))
    throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
  const minimum = convertedMinimums[currency] ?? minimumChargeMinor(currency);
  if (amount < minimum) {
    const message = `Amount must be at least ${minimum} in ${currency}.`;
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' });
  }
  if (amount % chargeStep(currency) !== 0) {
    throw invalidRequest(`Amounts in ${currency} are multiples of ${chargeStep(currency)}.`, {
      param: 'amount',
    });
  }
  const maximum = maximumChargeMinor(currency);
  if (amount > maximum) {
    const message = `Amount must be no more than ${maximum} in ${currency}.`;
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' });
  }
}

export const requireIntent = ({ store }: RequestContext, id: string, param = 'intent') =>
  store.find('payment_intent', id, param);

/** Refuses an intent that has succeeded, is canceled, or is processing. @throws {StripeApiError} */
export function requireUnfinished(intent: Stripe.PaymentIntent, verb: string): void {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpectedState(intent, verb);
}

export function createIntent(work: RequestContext, params: Params<'createIntent'>): Stripe.PaymentIntent {
  const { amount, currency, allowed_payment_method_types: types = null } = params;
  checkAmount(amount, currency);
  if (types && !types.includes('card')) {
    throw invalidRequest('The sandbox can pay by card only.', { param: 'allowed_payment_method_types' });
  }
  const opened = newObject(work, 'payment_intent', 'pi');
  const intent = {
    ...opened,
    allowed_payment_method_types: types,
    amount,
    amount_received: 0,
    automatic_payment_methods: types ? null : { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: work.store.newId(`${opened.id}_secret`),
    currency,
    description: params.description || null,
    last_payment_error: null,
    latest_charge: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    processing: null,
    receipt_email: params.receipt_email || null,
    review: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
  } as Partial<Stripe.PaymentIntent> as Stripe.PaymentIntent;
  return work.record('payment_intent.created', intent);
}

/** Changes an unfinished intent. A new amount voids the 3-D Secure step of the old one. */
export function updateIntent(
  work: RequestContext,
  id: string,
  params: Params<'updateIntent'>,
): Stripe.PaymentIntent {
  const intent = requireIntent(work, id);
  requireUnfinished(intent, 'update');
  const { metadata, amount = intent.amount, currency = intent.currency, ...given } = params;
  checkAmount(amount, currency);
  const isVoid =
    (amount !== intent.amount || currency !== intent.currency) && intent.status === 'requires_action';
  const updated: Stripe.PaymentIntent = {
    ...intent,
    ...(isVoid && { status: 'requires_payment_method', next_action: null, payment_method: null }),
    ...given,
    amount,
    currency,
    metadata: mergeMetadata(intent.metadata, metadata),
  };
  work.store.put(updated);
  return updated;
}

export function cancelIntent(
  work: RequestContext,
  id: string,
  params: Params<'cancelIntent'>,
): Stripe.PaymentIntent {
  const intent = requireIntent(work, id);
  requireUnfinished(intent, 'cancel');
  return work.record('payment_intent.canceled', {
    ...intent,
    status: 'canceled',
    canceled_at: work.seconds,
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  });
}
