import type Stripe from 'stripe';
import { type CardFacts, namedCard, readCard } from '../objects/cards.ts';
import { type Attempt, buildPaymentMethod } from '../objects/charge.ts';
import { invalidRequest, resourceMissing, unexpectedState } from '../rest/errors.ts';
import type { Params } from '../rest/params.ts';
import type { Aftermath } from '../step-names.ts';
import { decline, refuse, startProcessing, succeed } from './attempts.ts';
import { type Answer, ok, type Work } from './context.ts';
import { openDispute } from './disputes.ts';
import { findIntent, requireUnfinished } from './intents.ts';
import { openReview, warnEarly } from './suspicions.ts';

/** Pays an intent with a card; a declined card is an answer with status 402. */
export function confirmIntent(work: Work, id: string, params: Params<'confirmIntent'>): Answer {
  const intent = findIntent(work, id);
  requireUnfinished(intent, 'confirm');
  checkContext(intent, params.client_context);
  const card = cardOf(work, intent, params);
  const method = buildPaymentMethod(card, params.payment_method_data ?? {}, work.seconds);
  work.store.put(method);
  const attempt: Attempt = { intent, method, authenticated: false };
  switch (card.behaviour.kind) {
    case 'declined':
      return decline(work, attempt, card.behaviour.decline);
    case 'asks_3ds':
      return askForAuthentication(work, attempt);
    case 'processing':
      return ok(startProcessing(work, attempt, card.behaviour.step));
    case 'succeeds':
      return ok(succeedWith(work, attempt, card.behaviour.aftermaths));
  }
}

/** Ends a 3-D Secure step as the customer did. */
export function authenticateIntent(
  work: Work,
  id: string,
  { outcome }: Params<'authenticateIntent'>,
): Answer {
  const intent = findIntent(work, id);
  const method = work.store.get('payment_method', String(intent.payment_method));
  if (intent.status !== 'requires_action' || !method) throw unexpectedState(intent, 'authenticate');
  if (outcome === 'complete') return ok(succeed(work, { intent, method, authenticated: true }).intent);
  return refuse(work, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  });
}

/**
 * Refuses a card form that was drawn for another amount, currency or list of methods
 * (https://docs.stripe.com/payments/accept-a-payment-deferred).
 */
function checkContext(intent: Stripe.PaymentIntent, context: Params<'confirmIntent'>['client_context']) {
  if (!context) return;
  const types = (given: string[] | null | undefined) => given?.toSorted().join(', ') ?? 'automatic';
  const pairs = {
    amount: [context.amount, intent.amount],
    currency: [context.currency, intent.currency],
    allowed_payment_method_types: [
      types(context.allowed_payment_method_types),
      types(intent.allowed_payment_method_types),
    ],
  };
  for (const [param, [provided, expected]] of Object.entries(pairs)) {
    if (provided === expected) continue;
    const message = `The provided ${param} (${provided}) does not match the expected ${param} (${expected}).`;
    throw invalidRequest(message, { param });
  }
}

function cardOf(work: Work, intent: Stripe.PaymentIntent, params: Params<'confirmIntent'>): CardFacts {
  if (params.payment_method_data) return readCard(params.payment_method_data.card, work.now);
  if (params.payment_method !== undefined) {
    const named = namedCard(params.payment_method, work.now);
    if (!named) throw resourceMissing('PaymentMethod', params.payment_method, 'payment_method');
    return named;
  }
  throw invalidRequest('You cannot confirm this PaymentIntent because it is missing a payment method.', {
    code: 'payment_intent_unexpected_state',
    param: 'payment_method_data',
    payment_intent: intent,
  });
}

function succeedWith(work: Work, attempt: Attempt, aftermaths: Aftermath[]): Stripe.PaymentIntent {
  const isRisky = aftermaths.includes('review_opened');
  const { intent, charge } = succeed(work, { ...attempt, isRisky });
  for (const aftermath of aftermaths) {
    followUps[aftermath](work, work.store.get('charge', charge.id) ?? charge, 'rule');
  }
  return findIntent(work, intent.id);
}

/** What a bank or Radar does about a payment that succeeded. */
export const followUps: Record<
  Aftermath,
  (work: Work, charge: Stripe.Charge, by: 'rule' | 'manual') => void
> = {
  disputed_as_fraudulent: (work, charge) => openDispute(work, charge, 'chargeback', 'fraudulent'),
  disputed_as_not_received: (work, charge) => openDispute(work, charge, 'chargeback', 'product_not_received'),
  inquiry_opened: (work, charge) => openDispute(work, charge, 'inquiry', 'fraudulent'),
  early_fraud_warning: warnEarly,
  review_opened: openReview,
};

function askForAuthentication(work: Work, { intent, method }: Attempt): Answer {
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    payment_method: method.id,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'sandbox_three_d_secure', intent: intent.id },
    },
  };
  work.store.put(waiting);
  work.emit({ type: 'payment_intent.requires_action', object: waiting });
  return ok(waiting);
}
