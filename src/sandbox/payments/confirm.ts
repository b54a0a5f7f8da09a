import type Stripe from 'stripe';
import { type CardFacts, type Decline, namedCard, readCard } from '../objects/cards.ts';
import { buildCharge } from '../objects/charge.ts';
import { buildDispute } from '../objects/dispute.ts';
import { buildPaymentMethod } from '../objects/payment-method.ts';
import {
  type ErrorBody,
  invalidRequest,
  resourceMissing,
  unexpectedState,
  withDocs,
} from '../rest/errors.ts';
import type { Params } from '../rest/params.ts';
import { type Answer, failed, ok, type Work } from './context.ts';
import { findIntent } from './intents.ts';

interface Attempt {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  authenticated: boolean;
}

/** Tries to pay the intent with the given card. A declined card is an answer with status 402. */
export function confirmIntent(work: Work, id: string, params: Params<'confirmIntent'>): Answer {
  const intent = findIntent(work, id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'confirm');
  checkContext(intent, params.client_context);
  const card = cardOf(work, intent, params);
  const method = buildPaymentMethod(card, params.payment_method_data?.billing_details, work.seconds);
  work.store.put(method);
  const attempt: Attempt = { intent, method, authenticated: false };
  switch (card.behaviour.kind) {
    case 'declined':
      return decline(work, attempt, card.behaviour.decline);
    case 'asks_3ds':
      return askForAuthentication(work, attempt);
    case 'disputed': {
      const paid = succeed(work, attempt);
      dispute(work, paid.charge, card.behaviour.reason);
      return ok(paid.intent);
    }
    case 'succeeds':
      return ok(succeed(work, attempt).intent);
  }
}

/** Ends a 3-D Secure step as the customer did: the payment goes through, or the card is let go. */
export function authenticateIntent(work: Work, id: string, outcome: 'complete' | 'fail'): Answer {
  const intent = findIntent(work, id);
  const method =
    typeof intent.payment_method === 'string'
      ? work.store.get('payment_method', intent.payment_method)
      : undefined;
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
 * A card form that was drawn before its intent says what it was drawn for, and pays nothing else
 * (https://docs.stripe.com/payments/accept-a-payment-deferred).
 */
function checkContext(
  intent: Stripe.PaymentIntent,
  context: Params<'confirmIntent'>['client_context'],
): void {
  if (!context) return;
  const types = (given: string[] | null | undefined) => given?.toSorted().join(', ') ?? 'automatic';
  const pairs = [
    ['amount', context.amount, intent.amount],
    ['currency', context.currency, intent.currency],
    [
      'allowed_payment_method_types',
      types(context.allowed_payment_method_types),
      types(intent.allowed_payment_method_types),
    ],
  ] as const;
  for (const [param, provided, expected] of pairs) {
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

function succeed(work: Work, attempt: Attempt): { intent: Stripe.PaymentIntent; charge: Stripe.Charge } {
  const charge = buildCharge({ ...attempt, created: work.seconds, decline: null });
  const intent: Stripe.PaymentIntent = {
    ...attempt.intent,
    status: 'succeeded',
    amount_received: attempt.intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: attempt.method.id,
  };
  work.store.put(charge);
  work.store.put(intent);
  work.tell({ type: 'charge.succeeded', object: charge });
  work.tell({ type: 'payment_intent.succeeded', object: intent });
  return { intent, charge };
}

function decline(work: Work, attempt: Attempt, reason: Decline): Answer {
  const charge = buildCharge({ ...attempt, created: work.seconds, decline: reason });
  work.store.put(charge);
  work.tell({ type: 'charge.failed', object: charge });
  return refuse(
    work,
    { ...attempt.intent, latest_charge: charge.id },
    {
      type: 'card_error',
      code: reason.code,
      ...(reason.declineCode ? { decline_code: reason.declineCode } : {}),
      ...(reason.code === 'incorrect_cvc' ? { param: 'cvc' } : {}),
      ...(reason.code === 'expired_card' ? { param: 'exp_month' } : {}),
      message: reason.message,
      charge: charge.id,
      payment_method: attempt.method,
    },
  );
}

/** The attempt failed: the intent waits for another payment method and remembers why. */
function refuse(work: Work, intent: Stripe.PaymentIntent, reason: ErrorBody): Answer {
  const error = withDocs(reason);
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: error,
    next_action: null,
    payment_method: null,
  };
  work.store.put(waiting);
  work.tell({ type: 'payment_intent.payment_failed', object: waiting });
  return failed({ ...error, payment_intent: waiting });
}

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
  work.tell({ type: 'payment_intent.requires_action', object: waiting });
  return ok(waiting);
}

function dispute(work: Work, charge: Stripe.Charge, reason: string): void {
  const opened = buildDispute(charge, reason, work.seconds);
  work.store.put({ ...charge, disputed: true });
  work.store.put(opened);
  work.tell({ type: 'charge.dispute.created', object: opened });
}
