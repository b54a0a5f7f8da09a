import type Stripe from 'stripe';
import { buildRefund } from '../objects/refund.ts';
import { invalidRequest, resourceMissing } from '../rest/errors.ts';
import { mergeMetadata, type Params } from '../rest/params.ts';
import type { Work } from './context.ts';
import { findIntent } from './intents.ts';

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

/** Gives back all that is left of a charge, or `amount` cents of it. */
export function createRefund(work: Work, params: Params<'createRefund'>): Stripe.Refund {
  const charge = chargeToRefund(work, params);
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.disputed) {
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
  const refund = buildRefund({
    charge,
    amount,
    reason: params.reason ?? null,
    metadata: mergeMetadata({}, params.metadata),
    created: work.seconds,
  });
  const refunded: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  work.store.put(refund);
  work.store.put(refunded);
  work.tell({ type: 'charge.refunded', object: refunded });
  work.tell({ type: 'refund.created', object: refund });
  return refund;
}
