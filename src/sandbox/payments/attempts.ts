import type Stripe from 'stripe';
import type { Decline } from '../objects/cards.ts';
import { buildCharge, declinedOutcome } from '../objects/charge.ts';
import { type ErrorBody, unexpectedState } from '../rest/errors.ts';
import type { Step } from '../step-names.ts';
import { type Answer, failed, type Work } from './context.ts';
import { findIntent } from './intents.ts';

/** An intent that is to be paid with a card. */
export interface Attempt {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  authenticated: boolean;
  isRisky?: boolean;
}

export interface Paid {
  intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
}

/** The card is charged. */
export function succeed(work: Work, attempt: Attempt): Paid {
  const charge = buildCharge({ ...attempt, created: work.seconds, result: 'paid' });
  return pay(work, attempt.intent, charge, attempt.method.id);
}

function pay(work: Work, before: Stripe.PaymentIntent, charge: Stripe.Charge, method: string | null): Paid {
  const intent: Stripe.PaymentIntent = {
    ...before,
    status: 'succeeded',
    amount_received: before.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method,
    processing: null,
  };
  work.store.put(charge);
  work.store.put(intent);
  work.tell({ type: 'charge.succeeded', object: charge });
  work.tell({ type: 'payment_intent.succeeded', object: intent });
  return { intent, charge };
}

/** The card is declined. */
export function decline(work: Work, attempt: Attempt, reason: Decline): Answer {
  const charge = buildCharge({ ...attempt, created: work.seconds, result: reason });
  return turnDown(work, attempt, charge, reason);
}

function turnDown(work: Work, attempt: Attempt, charge: Stripe.Charge, reason: Decline): Answer {
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
export function refuse(work: Work, intent: Stripe.PaymentIntent, error: ErrorBody): Answer {
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: error,
    next_action: null,
    payment_method: null,
    processing: null,
  };
  work.store.put(waiting);
  work.tell({ type: 'payment_intent.payment_failed', object: waiting });
  return failed({ ...error, payment_intent: waiting });
}

/** The bank takes its time: the money is neither here nor refused until `step` happens. */
export function startProcessing(work: Work, attempt: Attempt, step: Step): Stripe.PaymentIntent {
  const charge = buildCharge({ ...attempt, created: work.seconds, result: 'pending' });
  const intent: Stripe.PaymentIntent = {
    ...attempt.intent,
    status: 'processing',
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: attempt.method.id,
    processing: { type: 'card' },
  };
  work.store.put(charge);
  work.store.put(intent);
  work.tell({ type: 'charge.pending', object: charge });
  work.tell({ type: 'payment_intent.processing', object: intent });
  work.later(intent.id, step);
  return intent;
}

/**
 * The bank has made up its mind about a payment that was on its way.
 * @throws ApiError 400 for one that is not
 */
export function finishProcessing(work: Work, id: string, hasSucceeded: boolean): Stripe.PaymentIntent {
  const intent = findIntent(work, id);
  const charge = work.store.get('charge', String(intent.latest_charge));
  const method = work.store.get('payment_method', String(intent.payment_method));
  if (intent.status !== 'processing' || !charge || !method) throw unexpectedState(intent, 'finish');
  work.forgetLater(id);
  if (hasSucceeded) {
    const captured: Stripe.Charge = {
      ...charge,
      amount_captured: charge.amount,
      captured: true,
      paid: true,
      status: 'succeeded',
    };
    return pay(work, intent, captured, method.id).intent;
  }
  const reason: Decline = {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
  };
  const turnedDown: Stripe.Charge = {
    ...charge,
    failure_code: reason.code,
    failure_message: reason.message,
    outcome: declinedOutcome(reason),
    status: 'failed',
  };
  turnDown(work, { intent, method, authenticated: false }, turnedDown, reason);
  return findIntent(work, id);
}
