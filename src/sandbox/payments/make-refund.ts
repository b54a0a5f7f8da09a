import type Stripe from 'stripe';
import { chargeStep } from '../../shared/money.ts';
import { invalidRequest } from './api-errors.ts';
import { closeFraudWarnings } from './fraud-warnings.ts';
import { requireIntent } from './intents.ts';
import { mergeMetadata, type Params } from './params.ts';
import type { RequestContext } from './request-context.ts';
import { refundCourse } from './test-cards.ts';

function chargeToRefund(
  work: RequestContext,
  { charge: chargeId, payment_intent: intentId }: Params<'createRefund'>,
) {
  if (chargeId !== undefined && intentId !== undefined) {
    throw invalidRequest('Give either charge or payment_intent, not both.', { param: 'charge' });
  }
  if (chargeId !== undefined) return work.store.find('charge', chargeId, 'charge');
  if (intentId === undefined) {
    throw invalidRequest('One of the following params should be provided: payment_intent or charge.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    });
  }
  const { status, latest_charge } = requireIntent(work, intentId, 'payment_intent');
  const charge = status === 'succeeded' ? work.store.get('charge', String(latest_charge)) : undefined;
  if (!charge) {
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    });
  }
  return charge;
}

/** Refunds `amount`, by default the rest. @throws {StripeApiError} when charged back, unpaid, or too high */
export function createRefund(work: RequestContext, params: Params<'createRefund'>): Stripe.Refund {
  const charge = chargeToRefund(work, params);
  const left = charge.amount_captured - charge.amount_refunded;
  const { amount = left } = params;
  const disputes = work.store.list('dispute', { charge: charge.id }).data;
  if (disputes.some((dispute) => !dispute.is_charge_refundable)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidRequest(message, { code: 'charge_disputed' });
  }
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid; there is nothing to refund.`);
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidRequest(message, { code: 'charge_already_refunded' });
  }
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`;
    throw invalidRequest(message, { param: 'amount' });
  }
  if (amount % chargeStep(charge.currency) !== 0) {
    const message = `Amounts in ${charge.currency} are multiples of ${chargeStep(charge.currency)}.`;
    throw invalidRequest(message, { param: 'amount' });
  }
  const { status, later } = refundCourse(charge.payment_method_details?.card?.fingerprint);
  const refund = {
    id: work.store.newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: work.seconds,
    currency: charge.currency,
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    ...(status === 'pending' && { pending_reason: 'processing' }),
    reason: params.reason ?? null,
    status,
  } as Partial<Stripe.Refund> as Stripe.Refund;
  recordRefund(work, null, refund);
  if (later) work.schedule(refund.id, later);
  return refund;
}

function isCounted(refund: Stripe.Refund | null): boolean {
  return refund !== null && refund.status !== 'failed' && refund.status !== 'canceled';
}

/** Stores a refund, with the charge's sum and the events (https://docs.stripe.com/refunds#failed-refunds). */
function recordRefund(
  work: RequestContext,
  before: Stripe.Refund | null,
  after: Stripe.Refund,
): Stripe.Refund {
  work.unschedule(after.id);
  const charge = work.store.find('charge', String(after.charge));
  const change = (Number(isCounted(after)) - Number(isCounted(before))) * after.amount;
  const amountRefunded = charge.amount_refunded + change;
  const counted: Stripe.Charge = {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount_captured,
  };
  if (change !== 0) work.store.put(counted);
  if (before) {
    work.record('refund.updated', after);
    if (after.status === 'failed') work.record('refund.failed', after);
    work.record('charge.refund.updated', after);
  } else {
    work.record('refund.created', after);
    work.record('charge.refunded', counted);
  }
  if (change > 0 && counted.refunded) closeFraudWarnings(work, counted.id, 'refunded');
  return after;
}

/** Sets a refund's status and updates the charge's refunded sum. @throws {StripeApiError} if it cannot follow */
export function moveRefund(
  work: RequestContext,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled' | 'requires_action',
  failureReason = 'expired_or_canceled_card',
): Stripe.Refund {
  const refund = work.store.find('refund', id);
  // A refund that succeeded can only fail afterwards.
  if (!isCounted(refund) || (refund.status === 'succeeded' && status !== 'failed')) {
    throw invalidRequest(`Refund ${id} is ${refund.status}; it cannot become ${status}.`);
  }
  const { pending_reason: _reason, next_action: _action, ...rest } = refund;
  return recordRefund(work, refund, {
    ...rest,
    status,
    ...(status === 'requires_action' && { next_action: { type: 'display_details' } }),
    ...(status === 'failed' && { failure_reason: failureReason }),
  });
}
