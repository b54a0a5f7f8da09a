import type Stripe from 'stripe';
import type { Aftermath, SandboxStep } from '../step-names.ts';
import { invalidRequest, resourceMissing, type StripeErrorBody, unexpectedState } from './api-errors.ts';
import { openDispute } from './disputes.ts';
import { createEarlyFraudWarning, openReview } from './fraud-warnings.ts';
import { requireIntent, requireUnfinished } from './intents.ts';
import type { Params } from './params.ts';
import { newObject, ok, type RequestContext, type StripeAnswer } from './request-context.ts';
import { type CardFacts, type Decline, findNamedCard, genericDecline, readCard } from './test-cards.ts';

interface Attempt {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  isAuthenticated?: boolean;
}

/** Pays an intent with a card; returns status 402 for a declined card. */
export function confirmIntent(
  work: RequestContext,
  id: string,
  params: Params<'confirmIntent'>,
): StripeAnswer {
  const intent = requireIntent(work, id);
  requireUnfinished(intent, 'confirm');
  checkContext(intent, params.client_context);
  const card = cardOf(work, intent, params);
  const method = buildPaymentMethod(work, card, params.payment_method_data ?? {});
  work.store.put(method);
  const attempt: Attempt = { intent, method };
  const { behavior } = card;
  if (behavior.kind === 'declined') return decline(work, attempt, behavior.decline);
  if (behavior.kind === 'processing') return ok(startProcessing(work, attempt, behavior.step));
  if (behavior.kind === 'succeeds') return ok(succeed(work, attempt, behavior.aftermaths));
  const next_action = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'sandbox_three_d_secure', intent: id },
  };
  const waiting = { status: 'requires_action', payment_method: method.id, next_action } as const;
  return ok(changeIntent(work, intent, 'payment_intent.requires_action', waiting));
}

/** Ends the 3-D Secure step: pays the intent, or returns status 400 and lets the customer try another card. */
export function authenticateIntent(
  work: RequestContext,
  id: string,
  { outcome }: Params<'authenticateIntent'>,
): StripeAnswer {
  const intent = requireIntent(work, id);
  const method = work.store.get('payment_method', String(intent.payment_method));
  if (intent.status !== 'requires_action' || !method) throw unexpectedState(intent, 'authenticate');
  if (outcome === 'complete') return ok(succeed(work, { intent, method, isAuthenticated: true }));
  return refuse(work, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  });
}

/** Decides the payment of a slow bank: it succeeds or is declined. @throws {StripeApiError} unless processing */
export function finishProcessing(
  work: RequestContext,
  id: string,
  hasSucceeded: boolean,
): Stripe.PaymentIntent {
  const intent = requireIntent(work, id);
  const charge = work.store.get('charge', String(intent.latest_charge));
  const method = work.store.get('payment_method', String(intent.payment_method));
  if (intent.status !== 'processing' || !charge || !method) throw unexpectedState(intent, 'finish');
  work.unschedule(id);
  if (hasSucceeded) return succeed(work, { intent, method }, [], charge);
  decline(work, { intent, method }, genericDecline, charge);
  return requireIntent(work, id);
}

export const followUps: Record<
  Aftermath,
  (work: RequestContext, charge: Stripe.Charge, by: 'rule' | 'manual') => void
> = {
  disputed_as_fraudulent: (work, charge) => openDispute(work, charge, 'chargeback', 'fraudulent'),
  disputed_as_not_received: (work, charge) => openDispute(work, charge, 'chargeback', 'product_not_received'),
  inquiry_opened: (work, charge) => openDispute(work, charge, 'inquiry', 'fraudulent'),
  early_fraud_warning: createEarlyFraudWarning,
  review_opened: openReview,
};

function changeIntent(
  work: RequestContext,
  intent: Stripe.PaymentIntent,
  type: Stripe.Event['type'],
  changes: Partial<Stripe.PaymentIntent>,
): Stripe.PaymentIntent {
  const rest = { last_payment_error: null, next_action: null, processing: null };
  return work.record(type, { ...intent, ...rest, ...changes });
}

/** Stores a charge. @param pending the charge of a slow bank, which is now decided */
function putCharge(
  work: RequestContext,
  { intent, method, isAuthenticated = false }: Attempt,
  status: 'succeeded' | 'pending' | 'failed',
  reason: Decline | null = null,
  pending?: Stripe.Charge,
): Stripe.Charge {
  const paid = status === 'succeeded';
  const three_d_secure = isAuthenticated ? { result: 'authenticated' } : null;
  const charge = {
    ...newObject(work, 'charge', 'ch'),
    amount: intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: { ...method.card, three_d_secure }, type: 'card' },
    receipt_email: intent.receipt_email,
    refunded: false,
    review: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    ...pending,
    amount_captured: paid ? intent.amount : 0,
    captured: paid,
    failure_code: reason?.code ?? null,
    failure_message: reason?.message ?? null,
    paid,
    status,
  } as Stripe.Charge;
  return work.record(`charge.${status}`, charge);
}

function succeed(
  work: RequestContext,
  attempt: Attempt,
  aftermaths: Aftermath[] = [],
  pending?: Stripe.Charge,
): Stripe.PaymentIntent {
  const { intent, method } = attempt;
  const charge = putCharge(work, attempt, 'succeeded', null, pending);
  changeIntent(work, intent, 'payment_intent.succeeded', {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
  });
  for (const aftermath of aftermaths) {
    followUps[aftermath](work, work.store.get('charge', charge.id) ?? charge, 'rule');
  }
  return requireIntent(work, intent.id);
}

function startProcessing(work: RequestContext, attempt: Attempt, step: SandboxStep): Stripe.PaymentIntent {
  const charge = putCharge(work, attempt, 'pending');
  work.schedule(attempt.intent.id, step);
  return changeIntent(work, attempt.intent, 'payment_intent.processing', {
    status: 'processing',
    latest_charge: charge.id,
    payment_method: attempt.method.id,
    processing: { type: 'card' },
  });
}

function decline(
  work: RequestContext,
  attempt: Attempt,
  reason: Decline,
  pending?: Stripe.Charge,
): StripeAnswer {
  const { code, declineCode, message } = reason;
  const charge = putCharge(work, attempt, 'failed', reason, pending);
  return refuse(
    work,
    { ...attempt.intent, latest_charge: charge.id },
    {
      type: 'card_error',
      code,
      ...(declineCode && { decline_code: declineCode }),
      ...(code === 'incorrect_cvc' && { param: 'cvc' }),
      ...(code === 'expired_card' && { param: 'exp_month' }),
      message,
      charge: charge.id,
      payment_method: attempt.method,
    },
  );
}

function refuse(work: RequestContext, intent: Stripe.PaymentIntent, error: StripeErrorBody): StripeAnswer {
  const waiting = changeIntent(work, intent, 'payment_intent.payment_failed', {
    status: 'requires_payment_method',
    last_payment_error: error,
    payment_method: null,
  });
  const status = error.type === 'card_error' ? 402 : 400;
  return { status, body: { error: { ...error, payment_intent: waiting } } };
}

/** Refuses a form made for another intent (https://docs.stripe.com/payments/accept-a-payment-deferred). */
function checkContext(intent: Stripe.PaymentIntent, context: Params<'confirmIntent'>['client_context']) {
  if (!context) return;
  const types = (given: string[] | null | undefined) => given?.toSorted().join(', ') ?? 'automatic';
  for (const param of ['amount', 'currency', 'allowed_payment_method_types'] as const) {
    const [provided, expected] = [context[param], intent[param]].map((value) =>
      typeof value === 'object' || value === undefined ? types(value) : value,
    );
    if (provided === expected) continue;
    const message = `The provided ${param} (${provided}) does not match the expected ${param} (${expected}).`;
    throw invalidRequest(message, { param });
  }
}

function cardOf(
  work: RequestContext,
  intent: Stripe.PaymentIntent,
  params: Params<'confirmIntent'>,
): CardFacts {
  if (params.payment_method_data) return readCard(params.payment_method_data.card, work.now);
  if (params.payment_method !== undefined) {
    const named = findNamedCard(params.payment_method, work.now);
    if (!named) throw resourceMissing('PaymentMethod', params.payment_method, 'payment_method');
    return named;
  }
  throw invalidRequest('You cannot confirm this PaymentIntent because it is missing a payment method.', {
    code: 'payment_intent_unexpected_state',
    param: 'payment_method_data',
    payment_intent: intent,
  });
}

function buildPaymentMethod(
  work: RequestContext,
  { brand, last4, fingerprint, expMonth, expYear }: CardFacts,
  { billing_details: billing, wallet }: Partial<NonNullable<Params<'confirmIntent'>['payment_method_data']>>,
): Stripe.PaymentMethod {
  const method = {
    ...newObject(work, 'payment_method', 'pm'),
    billing_details: { address: null, email: null, name: null, phone: null, ...billing },
    card: {
      brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint,
      last4,
      wallet: wallet ? { type: wallet, dynamic_last4: last4, [wallet]: {} } : null,
    },
    type: 'card',
  };
  return method as Stripe.PaymentMethod;
}
