import type Stripe from 'stripe';
import { refundCourse } from '../objects/cards.ts';
import { buildRefund } from '../objects/refund.ts';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import { mergeMetadata, type Params } from '../rest/params.ts';
import { isBalanceEmpty } from './account.ts';
import type { Work } from './context.ts';
import { findIntent } from './intents.ts';
import { recordRefund } from './refund-states.ts';

function chargeToRefund(work: Work, params: Params<'createRefund'>): Stripe.Charge {
  if (params.charge !== undefined && params.payment_intent !== undefined) {
    throw invalidRequest('Give either charge or payment_intent, not both.', { param: 'charge' });
  }
  if (params.charge !== undefined) {
    const charge = work.store.get('charge', params.charge);
    if (!charge) throw resourceMissing('charge', params.charge, 'charge');
    return charge;
  }
  if (params.payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided: payment_intent or charge.', {
      code: 'parameter_missing',
      param: 'payment_intent',
    });
  }
  const intent = findIntent(work, params.payment_intent, 'payment_intent');
  const charge =
    intent.status === 'succeeded' && typeof intent.latest_charge === 'string'
      ? work.store.get('charge', intent.latest_charge)
      : undefined;
  if (!charge) {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    });
  }
  return charge;
}

/** While a chargeback is open or lost its money is away. An inquiry has taken none, and what was won is back. */
function isChargedBack(work: Work, charge: Stripe.Charge): boolean {
  const disputes = work.store.list('dispute', { charge: charge.id, limit: 100 })?.data ?? [];
  return disputes.some((dispute) => !dispute.is_charge_refundable);
}

/** Gives back all that is left of a charge, or `amount` cents of it. */
export function createRefund(work: Work, params: Params<'createRefund'>): Stripe.Refund {
  const charge = chargeToRefund(work, params);
  const left = charge.amount_captured - charge.amount_refunded;
  if (isChargedBack(work, charge)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid; there is nothing to refund.`);
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = params.amount ?? left;
  if (amount > left) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, {
      param: 'amount',
    });
  }
  if (isBalanceEmpty(work.store)) {
    throw invalidRequest('Insufficient funds in your Stripe balance to refund this amount.', {
      code: 'balance_insufficient',
    });
  }
  const course = refundCourse(charge.payment_method_details?.card?.fingerprint);
  const refund = buildRefund({
    charge,
    amount,
    reason: params.reason ?? null,
    metadata: mergeMetadata({}, params.metadata),
    status: course.status,
    created: work.seconds,
  });
  recordRefund(work, null, refund);
  if (course.later) work.later(refund.id, course.later);
  return refund;
}
