import type Stripe from 'stripe';
import type { Decline } from '../objects/cards.ts';
import { type Attempt, buildCharge, declinedOutcome } from '../objects/charge.ts';
import { type ErrorBody, unexpectedState } from '../rest/errors.ts';
import type { Step } from '../step-names.ts';
import { type Answer, failed, type Work } from './context.ts';
import { findIntent } from './intents.ts';

export function succeed(work: Work, attempt: Attempt) {
  const charge = buildCharge(attempt, 'paid', work.seconds);
  return pay(work, attempt.intent, charge, attempt.method.id);
}

function pay(work: Work, before: Stripe.PaymentIntent, charge: Stripe.Charge, method: string) {
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
  work.emit({ type: 'charge.succeeded', object: charge });
  work.emit({ type: 'payment_intent.succeeded', object: intent });
  return { intent, charge };
}

export function decline(work: Work, attempt: Attempt, reason: Decline): Answer {
  return failCharge(work, attempt, buildCharge(attempt, reason, work.seconds), reason);
}

function failCharge(work: Work, { intent, method }: Attempt, charge: Stripe.Charge, reason: Decline): Answer {
  const { code, declineCode, message } = reason;
  work.store.put(charge);
  work.emit({ type: 'charge.failed', object: charge });
  const failedIntent = { ...intent, latest_charge: charge.id };
  return refuse(work, failedIntent, {
    type: 'card_error',
    code,
    ...(declineCode && { decline_code: declineCode }),
    ...(code === 'incorrect_cvc' && { param: 'cvc' }),
    ...(code === 'expired_card' && { param: 'exp_month' }),
    message,
    charge: charge.id,
    payment_method: method,
  });
}

/** Records a failed attempt: the intent waits for another payment method. */
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
  work.emit({ type: 'payment_intent.payment_failed', object: waiting });
  return failed({ ...error, payment_intent: waiting });
}

/** Puts a payment into processing until `step` happens. */
export function startProcessing(work: Work, attempt: Attempt, step: Step): Stripe.PaymentIntent {
  const charge = buildCharge(attempt, 'pending', work.seconds);
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
  work.emit({ type: 'charge.pending', object: charge });
  work.emit({ type: 'payment_intent.processing', object: intent });
  work.schedule(intent.id, step);
  return intent;
}

/** Ends the processing of a payment, as the bank decided. */
export function finishProcessing(work: Work, id: string, hasSucceeded: boolean): Stripe.PaymentIntent {
  const intent = findIntent(work, id);
  const charge = work.store.get('charge', String(intent.latest_charge));
  const method = work.store.get('payment_method', String(intent.payment_method));
  if (intent.status !== 'processing' || !charge || !method) throw unexpectedState(intent, 'finish');
  work.unschedule(id);
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
  const declined: Stripe.Charge = {
    ...charge,
    failure_code: reason.code,
    failure_message: reason.message,
    outcome: declinedOutcome(reason),
    status: 'failed',
  };
  failCharge(work, { intent, method, authenticated: false }, declined, reason);
  return findIntent(work, id);
}
